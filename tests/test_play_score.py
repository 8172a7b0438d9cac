"""deckkit score: the rulebooks' worked examples, and tables that break the rules."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from deckkit import playing
from deckkit.decks import compile_deck
from deckkit.errors import ExitCode, UsageError
from deckkit.findings import Profile
from deckkit.game import installed_games
from deckkit.games.quizwiz import example
from deckkit.games.quizwiz.scoring import judge, score
from deckkit.games.quizwiz.vectors import example_deck
from deckkit.games.wits_and_wagers.play import score as score_round
from deckkit.loading import find_decks, load

from .support import ROOT, run, write_deck


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = write_deck(tmp_path_factory.mktemp("small") / "d")
    source = find_decks([folder], installed_games())[0]
    return example_deck(compile_deck(load(source, Profile.DRAFT).sources))


def by_place(result):
    return {(v["slot"], v["country"]): (v["correct"], v["count"]) for v in result["verdicts"]}


def test_the_rulebooks_worked_check(small):
    result = judge(small, example.table())
    right = {place for place, (correct, _) in by_place(result).items() if correct}
    assert right == {
        ("S1", "PRT"), ("S1", "BRA"), ("S2", "POL"), ("S2", "GBR"), ("S3", "PAK"),
        ("P1", "AUT"), ("P2", "CUB"), ("P2", "SYC"), ("P2", "MDG"),
    }  # fmt: skip
    assert by_place(result)["P1", "AUT"] == (True, 2)
    assert by_place(result)["P1", "NGA"] == (False, 1)
    assert by_place(result)["S3", "JPN"][0] is False
    assert (result["mistakes"], result["won"]) == (2, True)
    assert set(result) == {"verdicts", "mistakes", "won"}


@pytest.mark.parametrize(("name", "mistakes", "won"), [("three", 3, True), ("four", 4, False)])
def test_three_mistakes_win_and_four_lose(small, name, mistakes, won):
    table = next(t for n, t in example.judged().items() if n.startswith(name))
    result = judge(small, table)
    assert (result["mistakes"], result["won"]) == (mistakes, won)


def test_a_game_that_has_not_ended_is_not_won(small):
    result = judge(small, example.table(S2="POL", P2=""))
    assert result["unfinished"] == ["S2", "P2"]
    assert result["won"] is False


ERRORS = [
    ({"S2": "POL PRT"}, "PRT lies on S1 and on S2."),
    ({"S2": "POL POL"}, "POL lies twice on S2."),
    ({"D1": "PRT"}, "PRT lies on S1 and on D1."),
    ({"S2": "POL FRA"}, 'There is no country "FRA" in this deck.'),
    ({"S9": "GBR"}, 'There is no Statement "S9" in this deck.'),
    ({"P9": "GBR"}, 'There is no Special Statement "P9" in this deck.'),
    ({"D9": "KEN"}, 'There is no Debate card "D9" in this deck.'),
    ({"S4": ""}, '"S3" and "S4" are of one category, "history".'),
]


@pytest.mark.parametrize(("changes", "said"), ERRORS)
def test_tables_that_break_the_rules(small, changes, said):
    with pytest.raises(UsageError) as caught:
        judge(small, example.table(**changes))
    assert caught.value.message == said


def test_a_statement_that_is_there_twice(small):
    table = example.table()
    table["statements"].append({"id": "S1", "countries": []})
    with pytest.raises(UsageError, match="The Statement S1 is on the table twice"):
        judge(small, table)
    table = example.table()
    table["special_statements"].append({"id": "P1", "countries": []})
    with pytest.raises(UsageError, match="The Special Statement P1 is on the table twice"):
        judge(small, table)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"P2": None}, 'lays out the Special Statements "P1" and "P2", the table has "P1"'),
        ({"S1": None}, "The table has 1 Statement of difficulty 1, the Setup U1 lays out 2."),
    ],
)
def test_a_table_of_another_setup(small, changes, said):
    with pytest.raises(UsageError, match=said):
        judge(small, {**example.table(**changes), "setup": "U1"})
    judge(small, {**example.table(), "setup": "U1"})


def game(*plays, mode=False, players=1):
    moves = [{"player": p, "country": c, "from": o, "to": t} for p, c, o, t in plays]
    return {
        "setup": "U1",
        "seed": 104,
        "players": players,
        "debate_mode": mode,
        "plays": moves,
    }


BACK_AND_FORTH = [(1, "AUT", "hand", "D1"), (1, "AUT", "D1", "S1"), (1, "BRA", "hand", "D1")]


def test_a_debate_card_leaves_except_in_debate_mode(small):
    with pytest.raises(UsageError, match='Play 3: "D1" is not on the table'):
        score(game(*BACK_AND_FORTH), small)
    result = score(game(*BACK_AND_FORTH, mode=True), small)
    assert by_place(result) == {("S1", "AUT"): (True, 2)}
    assert result["won"] is False


def test_the_card_drawn_can_be_played(small):
    # Solo: AUT is parked, the first card of the Country deck comes into the hand.
    drawn = score(game((1, "AUT", "hand", "D1"), (1, "SYC", "hand", "P2")), small)
    assert by_place(drawn)["P2", "SYC"][0] is True
    with pytest.raises(UsageError, match="Play 1: SYC is not at"):
        score(game((1, "SYC", "hand", "P2")), small)


def test_players_take_turns(small):
    with pytest.raises(UsageError, match="Play 2: it is the turn of player 2"):
        score(game((1, "AUT", "hand", "S1"), (1, "BRA", "hand", "S1"), players=2), small)


def test_no_play_follows_the_end(small):
    cards = ["GBR", "BRA", "CUB", "AUT", "POL", "SYC", "NGA", "MDG", "JPN", "PAK", "PRT"]
    slots = ["S1", "S1", "S2", "S2", "S3", "S3", "P1", "P1", "P2", "P2", "S1"]
    origin = ["hand"] * 8 + ["open"] * 3
    plays = [(1, *play) for play in zip(cards, origin, slots, strict=True)]
    assert "unfinished" not in score(game(*plays[:10]), small)
    with pytest.raises(UsageError, match="Play 11: the game has ended"):
        score(game(*plays), small)


def bet(answer, guesses, *meeples, **more):
    return {
        "answer": answer,
        "guesses": [{"player": p, "guess": g} for p, g in guesses.items()],
        "meeples": [{"player": p, "size": s, "on": on} for p, s, on in meeples],
        **more,
    }


def test_the_rulebooks_worked_rounds():
    assert score_round(bet(115, {"A": 88, "B": 117}), None)["winning_guess"] == 88
    assert score_round(bet(120, {"A": 125}, ("A", "large", 1)), None) == {
        "winning_guess": 1,
        "points": {"A": 2},
    }
    meeples = [("A", "small", 410), ("B", "small", 372), ("C", "large", 372)]
    assert score_round(bet(405, {"A": 372, "B": 410, "C": 100}, *meeples), None) == {
        "winning_guess": 372,
        "points": {"A": 1, "B": 1, "C": 2},
    }


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (bet(9, {"A": 3}, *[("A", s, 3) for s in ("small", "large", "large")]), "3 Meeples"),
        (bet(9, {"A": 3}, ("A", "small", 3), ("A", "small", 1)), "2 small Meeples"),
        (bet(9, {"A": 3}, ("A", "small", 4)), "No board shows 4."),
        (bet(9, {"Ada": 3}, ("Ad", "small", 3)), '"Ad" has written no guess.'),
        (bet(9, {"A": 3}, ("A", "giant", 3)), 'meeples[0].size is "giant".'),
        (bet(9, {"A": 3.5}), "guesses[0].guess is not a whole number."),
        (bet(9, {"A": True}), "guesses[0].guess is not a whole number."),
        (bet(0, {"A": 3}), "answer is below 1."),
        (bet(9, {"A": 3}, totals={"B": 3}), '"B" of totals has written no guess.'),
        (bet(9, {}), "Nobody has written a guess."),
        ({**bet(9, {"A": 3}), "meeple": []}, 'The round has an unknown member "meeple".'),
        ({"answer": 9}, 'The round lacks "guesses" and "meeples".'),
    ],
)
def test_rounds_that_break_the_rules(table, said):
    with pytest.raises(UsageError) as caught:
        score_round(table, None)
    assert said in caught.value.message


def test_score_reads_a_file_and_standard_input(small, tmp_path):
    (tmp_path / "deck.json").write_text(json.dumps(small))
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"deck": "deck.json", **example.table()}))
    done = run("score", str(table))
    assert done.returncode == ExitCode.OK, done.stderr
    assert json.loads(done.stdout) == judge(small, example.table())
    piped = subprocess.run(
        [sys.executable, "-m", "deckkit", "score", "-"],
        input=json.dumps(bet(115, {"A": 88, "B": 117}, ("B", "large", 88))),
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert json.loads(piped.stdout) == {"winning_guess": 88, "points": {"A": 1, "B": 2}}
    inline = tmp_path / "inline.json"
    inline.write_text(json.dumps({"deck": small, **example.table()}))
    assert playing.score(str(inline))["mistakes"] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read as JSON"),
        ("[]", "is not a JSON object"),
        ("{}", "It cannot be told of which game the table is."),
        ('{"answer": 1, "answer": 2}', 'the member "answer" is given twice'),
        ('{"answer": NaN}', "NaN is not JSON"),
        ('{"statements": []}', "The table names no deck."),
        ('{"deck": "nowhere.json", "statements": []}', "There is no file or folder nowhere.json."),
        ('{"deck": {"game": "quizwiz", "deck": {}}}', "The table's deck breaks its schema"),
        ('{"deck": 7}', "deck is not a text."),
        ('{"game": "chess"}', 'There is no game "chess".'),
        ("[" * 100_000, "cannot be read as JSON"),
    ],
)
def test_input_that_is_no_table_is_one_line(text, said, tmp_path):
    file = tmp_path / "table.json"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        playing.score(str(file))
    assert said in caught.value.message


def test_an_error_is_one_line_and_exit_code_2(small, tmp_path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"deck": small, **example.table(S2="POL PRT")}))
    done = run("score", str(file))
    assert done.returncode == ExitCode.USAGE
    assert done.stderr == "deckkit: PRT lies on S1 and on S2. There is one Country card of each.\n"
    assert done.stdout == ""
