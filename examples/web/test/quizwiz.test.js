// QuizWiz against conformance.json: the same tables, the same verdicts, the same refusals.

import assert from "node:assert/strict";
import test from "node:test";
import { deal, Game, mostPlayers, replay, RuleError } from "../quizwiz.js";
import { judge } from "../quizwiz-table.js";
import { Random } from "../random.js";
import { deckOf, vectorsOf } from "./support.js";

const deck = deckOf("quizwiz");
const vectors = vectorsOf("quizwiz");

// Verdicts as deckkit writes them: `unfinished` only when there is something to say.
function result({ unfinished, ...rest }) {
  return unfinished.length > 0 ? { ...rest, unfinished } : rest;
}

test("the vectors are those of this deck", () => {
  const { id, version, content_hash } = deck.deck;
  assert.deepEqual(vectors.deck, { id, version, content_hash });
  assert.ok(vectors.deals.length >= deck.setups.length && vectors.games.length >= 10);
});

test("random numbers are the documented ones", () => {
  for (const { seed, next, below, shuffled } of vectors.random) {
    const stream = new Random(seed);
    assert.deepEqual(next.map(() => stream.next().toString(16).padStart(16, "0")), next);
    for (const { count, values } of below) {
      assert.deepEqual(values.map(() => stream.below(count)), values, `below ${count}`);
    }
    const items = shuffled.map((_, n) => n);
    assert.deepEqual(stream.shuffled(items), shuffled);
    assert.deepEqual(items, shuffled.map((_, n) => n), "the items themselves stay in order");
  }
  for (const seed of [-1, 1.5, 2 ** 53, "7"]) assert.throws(() => new Random(seed), RangeError);
});

test("a seed gives the documented table", () => {
  for (const vector of vectors.deals) {
    const table = deal(deck, vector.setup, vector.seed, vector.players);
    const ids = {
      ...Object.fromEntries(Object.keys(vector).map((name) => [name, table[name]])),
      statements: table.statements.map((one) => one.id),
      special_statements: table.special_statements.map((one) => one.id),
    };
    assert.deepEqual(ids, vector);
  }
});

test("every table is legal", () => {
  for (const setup of deck.setups) {
    for (let seed = 0; seed < 20; seed += 1) {
      const table = deal(deck, setup.id, seed, 4);
      const levels = { 1: 0, 2: 0, 3: 0 };
      for (const one of table.statements) levels[one.difficulty] += 1;
      assert.deepEqual(levels, setup.statements);
      const categories = table.statements.map((one) => one.category);
      assert.equal(new Set(categories).size, categories.length);
      const cards = [...table.hands.flat(), ...table.open, ...table.pile];
      assert.deepEqual(cards.sort(), deck.countries.map((country) => country.code).sort());
    }
  }
});

test("played games end on the documented tables with the documented verdicts", () => {
  for (const { name, game, table, result: wanted } of vectors.games) {
    const end = replay(deck, game);
    for (const { id, countries } of [...table.statements, ...table.special_statements]) {
      assert.deepEqual(end.placed[id], countries, name);
    }
    assert.deepEqual(result(end.check()), wanted, name);
    assert.deepEqual(result(judge(deck, table)), wanted, name);
  }
});

test("the rulebook's worked examples come out right", () => {
  for (const { name, table, result: wanted } of vectors.examples) {
    assert.deepEqual(result(judge(vectors.example_deck, table)), wanted, name);
  }
});

test("what breaks the rules is refused", () => {
  const small = vectors.example_deck;
  for (const { name, table } of vectors.refused) {
    const run = () => ("plays" in table ? replay(small, table) : judge(small, table));
    assert.throws(run, RuleError, name);
  }
});

test("a game offers the plays that the rules allow, and no others", () => {
  const game = new Game(deck, deal(deck, "E1", 7, 2));
  const [card] = game.hands[0];
  const slots = Object.keys(game.placed);
  const free = Object.keys(game.debates);
  assert.deepEqual(game.targets(card), [...slots, ...free]);
  assert.deepEqual(game.targets(game.open[0]), slots);
  assert.deepEqual(game.targets(game.hands[1][0]), []);
  assert.throws(() => game.play(game.pile[0], slots[0]), RuleError);
  game.play(card, free[0]);
  assert.equal(game.player, 2);
  assert.deepEqual(game.targets(card), slots);
  game.play(card, slots[0]);
  assert.equal(free[0] in game.debates, false, "the Debate card leaves the game");
});

test("no more players than the Country cards suffice for", () => {
  assert.equal(mostPlayers(deck), 17);
  assert.throws(() => deal(deck, "E1", 1, 18), RuleError);
  assert.throws(() => deal(deck, "E1", 1, 0), RuleError);
  assert.throws(() => deal(deck, "Z9", 1, 2), RuleError);
});
