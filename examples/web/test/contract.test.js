// The contract, seen by a program in another language: schemas, hashes, versions, bad files.

import assert from "node:assert/strict";
import test from "node:test";
import Ajv2020 from "ajv/dist/2020.js";
import { canonical, compareVersions, contentHash, DeckError, isUpdate, readDeck, verify } from "../deck.js";
import { DECKS, deckOf, ROOT, BUILD, text } from "./support.js";

for (const name of DECKS) {
  const schema = JSON.parse(text(ROOT, "schemas", "deck", name, "v1.schema.json"));

  test(`${name}: deck.json follows the schema that it names`, () => {
    const deck = deckOf(name);
    assert.equal(deck.$schema, schema.$id);
    const valid = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);
    assert.equal(valid(deck), true, JSON.stringify(valid.errors?.slice(0, 3)));
  });

  test(`${name}: the schema is closed`, () => {
    const valid = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    assert.equal(valid({ ...deckOf(name), extra: 1 }), false);
    const { rules: _, ...less } = deckOf(name);
    assert.equal(valid(less), false);
  });

  test(`${name}: the content hash can be computed here`, async () => {
    const deck = readDeck(text(BUILD, name, "deck.json"));
    assert.equal(await contentHash(deck), deck.deck.content_hash);
    assert.equal(await verify(deck), true);
    assert.equal(await verify({ ...deck, rules: { ...deck.rules, more: 1 } }), false);
  });

  test(`${name}: a member that came later does no harm`, () => {
    const deck = { ...deckOf(name), added_later: [1, 2, 3] };
    assert.deepEqual(readDeck(JSON.stringify(deck)), deck);
  });

  test(`${name}: every list is needed`, () => {
    for (const [member, rows] of Object.entries(deckOf(name))) {
      if (!Array.isArray(rows) || member === "regions") continue;
      const deck = { ...deckOf(name), [member]: "gone" };
      assert.throws(() => readDeck(JSON.stringify(deck)), new DeckError(`The deck lacks the list ${member}.`));
    }
  });
}

test("what is no deck is refused with one sentence", () => {
  const deck = deckOf("quizwiz");
  const cases = [
    ["{", "The file is not JSON."],
    ["[]", "The file is JSON, but not a deck."],
    ["null", "The file is JSON, but not a deck."],
    [JSON.stringify({ ...deck, game: "chess" }), "This page does not know the game chess."],
    [JSON.stringify({ ...deck, game: "__proto__" }), "This page does not know the game __proto__."],
    [
      JSON.stringify({ ...deck, schema_version: 2 }),
      "The deck has schema_version 2; this page reads 1.",
    ],
    [" ".repeat(10_000_001), "The file is too large for a deck."],
  ];
  for (const [given, message] of cases) assert.throws(() => readDeck(given), new DeckError(message));
});

test("canonical JSON sorts members by code point and adds no space", () => {
  const value = { b: [1, true, null], a: { "é": "\u2028\u001f\"", Z: -1 }, "\u{1f600}": "", "\uffff": 0 };
  assert.equal(
    canonical(value),
    '{"a":{"Z":-1,"é":"\u2028\\u001f\\""},"b":[1,true,null],"\uffff":0,"\u{1f600}":""}',
  );
});

test("a deck is an update when its version grew, or its content changed", () => {
  const mine = deckOf("quizwiz");
  const other = (meta) => ({ ...mine, deck: { ...mine.deck, ...meta } });
  assert.equal(isUpdate(mine, mine), false);
  assert.equal(isUpdate(mine, other({ version: "2026.10" })), true);
  assert.equal(isUpdate(mine, other({ version: "2025.9", content_hash: "sha256:0" })), false);
  assert.equal(isUpdate(mine, other({ content_hash: "sha256:0" })), true);
  assert.equal(isUpdate(mine, other({ id: "another", version: "2030.1" })), false);
  assert.ok(compareVersions("2026.2", "2026.10") < 0);
  assert.ok(compareVersions("2026.1.1", "2026.1") > 0);
  assert.equal(compareVersions("2026.1", "2026.1.0"), 0);
});
