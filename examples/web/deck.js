// Loading a deck.json and making sure that it is what it says it is.
// A deck comes from anywhere: nothing in it is trusted, everything in it is only ever text.

export const GAMES = ["quizwiz", "wits-and-wagers-family"];
export const SCHEMA_VERSION = 1;
const LIMIT = 10_000_000; // characters; a deck has about 150,000

/** Something is wrong with a deck; the message is for people. */
export class DeckError extends Error {}

// What each game's page reads. Members that are not named here are left alone: a deck may gain
// members within one schema_version, and an app must not mind.
const NEEDED = {
  quizwiz: ["categories", "countries", "statements", "special_statements", "setups", "debates"],
  "wits-and-wagers-family": ["questions", "players"],
};

/** The deck in a text; throws DeckError when it is none that this page can play. */
export function readDeck(text) {
  if (text.length > LIMIT) throw new DeckError("The file is too large for a deck.");
  let deck;
  try {
    deck = JSON.parse(text);
  } catch {
    throw new DeckError("The file is not JSON.");
  }
  if (!isObject(deck) || !isObject(deck.deck) || !isObject(deck.rules)) {
    throw new DeckError("The file is JSON, but not a deck.");
  }
  if (!GAMES.includes(deck.game)) throw new DeckError(`This page does not know the game ${deck.game}.`);
  if (deck.schema_version !== SCHEMA_VERSION) {
    throw new DeckError(
      `The deck has schema_version ${deck.schema_version}; this page reads ${SCHEMA_VERSION}.`,
    );
  }
  for (const name of NEEDED[deck.game]) {
    const rows = deck[name];
    if (!Array.isArray(rows) || !rows.every(isObject)) {
      throw new DeckError(`The deck lacks the list ${name}.`);
    }
  }
  return deck;
}

/** Whether a deck still has the content_hash that it names; null where nobody can tell. */
export async function verify(deck) {
  if (!globalThis.crypto?.subtle) return null; // only on secure pages: https or this computer
  return (await contentHash(deck)) === deck.deck.content_hash;
}

/** "sha256:" and 64 hex digits over the canonical JSON of a deck without its content_hash. */
export async function contentHash(deck) {
  const { content_hash: _, ...meta } = deck.deck;
  const data = new TextEncoder().encode(canonical({ ...deck, deck: meta }));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return `sha256:${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** JSON without spaces, the members of each object sorted by code point. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort(byCodePoint)
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** Whether to replace the deck that one has: a newer version, or the same with other content. */
export function isUpdate(mine, theirs) {
  if (mine.deck.id !== theirs.deck.id || mine.game !== theirs.game) return false;
  const order = compareVersions(theirs.deck.version, mine.deck.version);
  return order > 0 || (order === 0 && mine.deck.content_hash !== theirs.deck.content_hash);
}

/** Below, at or above 0 as version `one` is older than, the same as or newer than `two`. */
export function compareVersions(one, two) {
  const [a, b] = [one, two].map((version) => version.split(".").map(Number));
  for (let n = 0; n < Math.max(a.length, b.length); n += 1) {
    if ((a[n] ?? 0) !== (b[n] ?? 0)) return (a[n] ?? 0) - (b[n] ?? 0);
  }
  return 0;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function byCodePoint(one, two) {
  const [a, b] = [[...one], [...two]];
  for (let n = 0; n < Math.min(a.length, b.length); n += 1) {
    if (a[n] !== b[n]) return a[n].codePointAt(0) - b[n].codePointAt(0);
  }
  return a.length - b.length;
}
