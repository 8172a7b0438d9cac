"""The rules of both games once more: plain, slow, written from the rulebooks' words.

Shares nothing with deckkit, not even ideas about data: a table is a big dictionary that says for
every Country card where it is. The random stream is the one that docs/json.md describes.
"""

TWO64 = 2**64


def stream(seed):
    state = seed
    while True:
        state = (state + 11400714819323198485) % TWO64
        z = state
        z = ((z ^ (z // 2**30)) * 13787848793156543929) % TWO64
        z = ((z ^ (z // 2**27)) * 10723151780598845931) % TWO64
        yield z ^ (z // 2**31)


def roll(values, sides):
    """A die with `sides` sides, counted from 0; rolls that would favour low sides do not count."""
    fair = 2**32 // sides * sides
    value = next(values)
    while value // 2**32 >= fair:
        value = next(values)
    return value // 2**32 % sides


def mix(values, cards):
    cards = cards[:]
    place = len(cards) - 1
    while place > 0:
        other = roll(values, place + 1)
        keep = cards[place]
        cards[place] = cards[other]
        cards[other] = keep
        place = place - 1
    return cards


def set_up(deck, setup_id, seed, players):
    """Where every card lies at the start."""
    values = stream(seed)
    for setup in deck["setups"]:
        if setup["id"] == setup_id:
            break
    drawn = None
    while drawn is None:
        drawn = try_to_draw(deck, setup, values)
    codes = mix(values, [country["code"] for country in deck["countries"]])
    where = {}
    for player in range(players):
        for _ in range(4):
            where[codes.pop(0)] = ("hand", player + 1)
    for slot in range(3):
        if codes:
            where[codes.pop(0)] = ("open", slot)
    return {"drawn": drawn, "where": where, "deck": codes, "setup": setup}


def try_to_draw(deck, setup, values):
    drawn = []
    for stars in (1, 2, 3):
        for _ in range(setup["statements"][str(stars)]):
            taken = [statement["category"] for statement in drawn]
            level = [s for s in deck["statements"] if s["difficulty"] == stars]
            possible = [s for s in level if s["category"] not in taken]
            if possible == []:
                return None
            drawn.append(possible[roll(values, len(possible))])
    return drawn


def check(deck, on_statements, on_specials):
    """[(slot, country, right, times listed)], mistakes, won; the lists are [(id, [countries])]."""
    backs = {}
    for statement in deck["statements"]:
        for id_, _ in on_statements:
            if statement["id"] == id_:
                backs[id_] = statement["countries"]
    rows = []
    for id_, countries in on_statements:
        back = backs[id_]
        rows += [(id_, country, country in back, times(country, backs)) for country in countries]
    for id_, countries in on_specials:
        for special in deck["special_statements"]:
            if special["id"] == id_:
                low, high = special["minimum"], special["maximum"]
        for country in countries:
            listed = times(country, backs)
            right = listed >= low and (high is None or listed <= high)
            rows.append((id_, country, right, listed))
    mistakes = 0
    for row in rows:
        if not row[2]:
            mistakes = mistakes + 1
    complete = all(len(countries) >= 2 for _, countries in on_statements + on_specials)
    return rows, mistakes, complete and mistakes <= 3


def times(country, backs):
    count = 0
    for listed in backs.values():
        if country in listed:
            count = count + 1
    return count


class Forbidden(Exception):
    pass


def play(deck, start, players, plays, debate_mode):
    """Where every card lies after `plays`, or Forbidden."""
    where, pile = dict(start["where"]), list(start["deck"])
    statements = [statement["id"] for statement in start["drawn"]]
    specials = list(start["setup"]["special_statements"])
    debate_cards = [debate["id"] for debate in deck["debates"][:3]]
    order = []  # countries in the order in which they were put down
    turn = 1
    for move in plays:
        if over(where, statements + specials):
            raise Forbidden("over")
        if move["player"] != turn:
            raise Forbidden("turn")
        country, target = move["country"], move["to"]
        if country not in where:
            raise Forbidden("not in play")
        here = where[country]
        names = {"hand": ("hand", turn)}
        mine = here == names["hand"] if move["from"] == "hand" else (
            here[0] == "open" if move["from"] == "open" else here == ("debate", move["from"])
        )  # fmt: skip
        if not mine:
            raise Forbidden("not there")
        if target in debate_cards:
            busy = ("debate", target) in where.values()
            if here[0] != "hand" or busy:
                raise Forbidden("debate")
            where[country] = ("debate", target)
        elif target in statements + specials:
            where[country] = ("slot", target)
            order.append(country)
        else:
            raise Forbidden("target")
        if here[0] in ("hand", "open") and pile:
            where[pile.pop(0)] = here
        if here[0] == "debate" and not debate_mode:
            debate_cards.remove(here[1])
        for _ in range(players):
            turn = turn % players + 1
            if any(p == ("hand", turn) or p[0] in ("open", "debate") for p in where.values()):
                break
    return where, order


def over(where, slots):
    for slot in slots:
        if len([1 for place in where.values() if place == ("slot", slot)]) < 2:
            return False
    return True


def lying(where, order, ids):
    """[(id, [countries])] as check takes them."""
    return [(id_, [c for c in order if where[c] == ("slot", id_)]) for id_ in ids]


def bets(answer, guesses, meeples):
    """Winning guess and points of a round of Wits & Wagers Family.

    `guesses` are (player, number), `meeples` (player, small or large, number).
    """
    boards = sorted([1] + [number for _, number in guesses])
    winning = 1
    for board in boards:
        if board <= answer:
            winning = board
    points = {}
    for player, number in guesses:
        points[player] = 0
        if number == winning:
            points[player] += 1
    for player, size, number in meeples:
        if number == winning and size == "small":
            points[player] += 1
        if number == winning and size == "large":
            points[player] += 2
    return winning, points


def ranking(totals, youngest_first):
    """Who has won when a round is over."""
    if max(totals.values()) < 15:
        return []
    best = [player for player in totals if totals[player] == max(totals.values())]
    for player in youngest_first:
        if player in best:
            return [player]
    return best
