// Wits & Wagers Family against conformance.json: the same order, the same points.

import assert from "node:assert/strict";
import test from "node:test";
import { boards, deal, RuleError, scoreRound, winners } from "../wits.js";
import { deckOf, vectorsOf } from "./support.js";

const deck = deckOf("wits-and-wagers-family");
const vectors = vectorsOf("wits-and-wagers-family");
const { rules } = deck;

function score({ answer, guesses, meeples, totals, youngest_first: youngest }) {
  const found = scoreRound(rules, answer, guesses, meeples);
  if (!totals) return found;
  const after = Object.fromEntries(
    Object.entries(found.points).map(([player, points]) => [player, (totals[player] ?? 0) + points]),
  );
  return { ...found, totals: after, winners: winners(rules, after, youngest) };
}

test("a seed gives the documented order of questions, all top ones first", () => {
  for (const vector of vectors.deals) {
    const game = deal(deck, vector.seed, vector.players);
    assert.deepEqual(game.questions.map((question) => question.id), vector.questions);
    assert.deepEqual(game.boards, vector.boards);
    const places = game.questions.map((question) => question.id.split("-").at(-1));
    assert.equal(places.lastIndexOf("top") + 1, places.indexOf("bottom"));
  }
});

test("rounds and worked examples give the documented points", () => {
  assert.ok(vectors.rounds.length >= 40 && vectors.examples.length >= 10);
  for (const { name, question, table, result } of [...vectors.rounds, ...vectors.examples]) {
    assert.deepEqual(score(table), result, name ?? question);
  }
});

test("rounds that break the rules are refused", () => {
  for (const { name, table } of vectors.refused) assert.throws(() => score(table), RuleError, name);
});

test("boards lie from small to large, the 1 board first, equal guesses together", () => {
  const guesses = [
    { player: "A", guess: 30 },
    { player: "B", guess: 4 },
    { player: "C", guess: 30 },
  ];
  assert.deepEqual(boards(rules, guesses), [
    { number: 1, writers: [] },
    { number: 4, writers: ["B"] },
    { number: 30, writers: ["A", "C"] },
  ]);
});

test("no more players than Answer Boards", () => {
  assert.throws(() => deal(deck, 1, 0), RuleError);
  assert.throws(() => deal(deck, 1, 9), RuleError);
});
