// The rules of QuizWiz: a table for a Setup, the turns, and the check at the end. No page here.

import { Random } from "./random.js";

export const HAND = "hand";
export const OPEN = "open";
const LEVELS = ["1", "2", "3"];
const STARTS = 10_000;

/** A play, a Setup or a table that the rules forbid; the message is for people. */
export class RuleError extends Error {}

/** For how many players the Country cards suffice. */
export function mostPlayers(deck) {
  return Math.floor((deck.countries.length - deck.rules.open_cards) / deck.rules.hand_size);
}

/** The table of a Setup that `seed` decides, as `deckkit deal --answers --format json` gives it. */
export function deal(deck, setupId, seed, players) {
  const setup = deck.setups.find((one) => one.id === setupId);
  if (!setup) throw new RuleError(`There is no Setup ${setupId} in this deck.`);
  if (!Number.isInteger(players) || players < 1 || players > mostPlayers(deck)) {
    throw new RuleError(`The cards suffice for 1 to ${mostPlayers(deck)} players.`);
  }
  const random = new Random(seed);
  const statements = drawStatements(deck, setup, random);
  const cards = random.shuffled(deck.countries.map((country) => country.code));
  const { hand_size: hand, open_cards: open, debate_cards: debates } = deck.rules;
  const { id, version, content_hash } = deck.deck;
  return {
    game: deck.game,
    deck: { id, version, content_hash },
    setup: setup.id,
    level: setup.level,
    seed,
    players,
    statements: statements.map(({ id, category, difficulty, text, count, countries }) => ({
      id, category, difficulty, text, count, countries,
    })),
    special_statements: setup.special_statements.map((name) => ({
      ...deck.special_statements.find((special) => special.id === name),
    })),
    debates: deck.debates.slice(0, debates).map((debate) => debate.id),
    hands: Array.from({ length: players }, (_, n) => cards.slice(n * hand, (n + 1) * hand)),
    open: cards.slice(players * hand, players * hand + open),
    pile: cards.slice(players * hand + open),
  };
}

// Level by level, every one of a category that is not on the table yet. When no card of a level
// is left, all go back and drawing starts again.
function drawStatements(deck, setup, random) {
  for (let start = 0; start < STARTS; start += 1) {
    const drawn = drawOnce(deck, setup, random);
    if (drawn) return drawn;
  }
  throw new RuleError(`The Setup ${setup.id} cannot be drawn from this deck.`);
}

function drawOnce(deck, setup, random) {
  const drawn = [];
  const used = new Set();
  for (const level of LEVELS) {
    const all = deck.statements.filter((statement) => statement.difficulty === Number(level));
    for (let n = 0; n < setup.statements[level]; n += 1) {
      const free = all.filter((statement) => !used.has(statement.category));
      if (free.length === 0) return null;
      drawn.push(random.pick(free));
      used.add(drawn.at(-1).category);
    }
  }
  return drawn;
}

/** Whether a country that `count` Statements on the table list meets a Special Statement. */
export function meets(special, count) {
  return special.minimum <= count && (special.maximum === null || count <= special.maximum);
}

/**
 * The check of a table. `placed` maps the id of each Statement and Special Statement to the
 * codes of the countries on it. Verdicts come in the order of the table.
 */
export function check(rules, table, placed) {
  const listing = (code) => table.statements.filter((one) => one.countries.includes(code)).length;
  const verdicts = [];
  const judge = (slot, right) => {
    for (const country of placed[slot.id] ?? []) {
      const count = listing(country);
      verdicts.push({ slot: slot.id, country, correct: right(country, count), count });
    }
  };
  for (const one of table.statements) judge(one, (code) => one.countries.includes(code));
  for (const one of table.special_statements) judge(one, (_, count) => meets(one, count));
  const mistakes = verdicts.filter((verdict) => !verdict.correct).length;
  const unfinished = [...table.statements, ...table.special_statements]
    .filter((slot) => (placed[slot.id] ?? []).length < rules.cards_to_end)
    .map((slot) => slot.id);
  const won = unfinished.length === 0 && mistakes <= rules.mistakes_allowed;
  return { verdicts, mistakes, won, unfinished };
}

/** The game after the plays of one in conformance.json; throws RuleError as `move` does. */
export function replay(deck, { setup, seed, players, debate_mode: debateMode = false, plays }) {
  const game = new Game(deck, deal(deck, setup, seed, players), { debateMode });
  for (const play of plays) game.move(play);
  return game;
}

/** A game on a dealt table: whose turn it is, where every card lies, and which plays are legal. */
export class Game {
  /** In Debate Mode the Debate cards never leave. */
  constructor(deck, table, { debateMode = false } = {}) {
    this.rules = deck.rules;
    this.table = table;
    this.debateMode = debateMode;
    this.hands = table.hands.map((hand) => [...hand]);
    this.open = [...table.open];
    this.pile = [...table.pile];
    const slots = [...table.statements, ...table.special_statements];
    this.placed = Object.fromEntries(slots.map((slot) => [slot.id, []]));
    this.debates = Object.fromEntries(table.debates.map((id) => [id, null]));
    this.player = 1;
    this.turns = 0;
  }

  /** Whether every Statement and Special Statement holds enough cards. */
  get ended() {
    return Object.values(this.placed).every((cards) => cards.length >= this.rules.cards_to_end);
  }

  /** Whether nobody can move any more. */
  get stuck() {
    const { hands, open, debates } = this;
    const parked = Object.values(debates).some((code) => code !== null);
    return open.length === 0 && !parked && hands.every((hand) => hand.length === 0);
  }

  /** Where the player to move can take a country from; null when it cannot be taken. */
  whereIs(country) {
    if (this.hands[this.player - 1].includes(country)) return HAND;
    if (this.open.includes(country)) return OPEN;
    return Object.keys(this.debates).find((id) => this.debates[id] === country) ?? null;
  }

  /** Ids of the cards that a country may be played on now. */
  targets(country) {
    const from = this.whereIs(country);
    if (from === null || this.ended) return [];
    const free = Object.keys(this.debates).filter((id) => this.debates[id] === null);
    return [...Object.keys(this.placed), ...(from === HAND ? free : [])];
  }

  /** Play a country on a card and end the turn; throws RuleError when the rules forbid it. */
  play(country, to) {
    const from = this.whereIs(country);
    if (!this.targets(country).includes(to)) {
      throw new RuleError(`${country} cannot be played on ${to} now.`);
    }
    if (from === HAND) {
      const hand = this.hands[this.player - 1];
      hand.splice(hand.indexOf(country), 1);
      hand.push(...this.pile.splice(0, 1));
    } else if (from === OPEN) {
      this.open.splice(this.open.indexOf(country), 1, ...this.pile.splice(0, 1));
    } else if (this.debateMode) {
      this.debates[from] = null;
    } else {
      delete this.debates[from];
    }
    if (to in this.placed) this.placed[to].push(country);
    else this.debates[to] = country;
    this.turns += 1;
    this.#passOn();
  }

  /** A play as conformance.json writes it; throws RuleError when the rules forbid it. */
  move({ player, country, from, to }) {
    if (player !== this.player) throw new RuleError(`It is the turn of player ${this.player}.`);
    if (from !== this.whereIs(country)) throw new RuleError(`${country} is not at ${from}.`);
    this.play(country, to);
  }

  /** The verdicts on the table as it lies. */
  check() {
    return check(this.rules, this.table, this.placed);
  }

  #passOn() {
    const parked = Object.values(this.debates).some((code) => code !== null);
    for (let n = 0; n < this.hands.length; n += 1) {
      this.player = (this.player % this.hands.length) + 1;
      if (this.hands[this.player - 1].length > 0 || this.open.length > 0 || parked) return;
    }
  }
}
