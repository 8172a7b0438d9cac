// What the tests share: the decks that `deckkit build` wrote, and the schemas they follow.

import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { fileURLToPath } from "node:url";
import path from "node:path";

globalThis.crypto ??= webcrypto; // Node 18 keeps it in a module

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const PAGE = fileURLToPath(new URL("..", import.meta.url));
export const BUILD = process.env.DECKKIT_BUILD ?? path.join(ROOT, "build");
export const DECKS = ["quizwiz", "wits-and-wagers-family"];

export function text(...parts) {
  return readFileSync(path.join(...parts), "utf8");
}

export function deckOf(name) {
  return JSON.parse(text(BUILD, name, "deck.json"));
}

export function vectorsOf(name) {
  return JSON.parse(text(BUILD, name, "conformance.json"));
}
