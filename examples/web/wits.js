// The rules of Wits & Wagers Family: the order of the questions, the boards, the points.
// No page here.

import { Random } from "./random.js";

const POSITIONS = ["top", "bottom"];
export const SIZES = ["small", "large"];

/** A round that the rules forbid; the message is for people. */
export class RuleError extends Error {}

/** Names of the players' colours, in the order of the deck. */
export function colours(deck) {
  return deck.players.filter((player) => player.meeples > 0).map((player) => player.name);
}

/** A game that `seed` decides, as `deckkit deal --answers --format json` gives it. */
export function deal(deck, seed, players) {
  const names = colours(deck);
  if (!Number.isInteger(players) || players < 1 || (names.length && players > names.length)) {
    throw new RuleError(`The deck has Answer Boards for 1 to ${names.length} players.`);
  }
  const cards = new Random(seed).shuffled(new Set(deck.questions.map((one) => one.card)));
  const byPlace = new Map(deck.questions.map((one) => [`${one.position} ${one.card}`, one]));
  const order = POSITIONS.flatMap((place) => cards.map((card) => byPlace.get(`${place} ${card}`)));
  const { id, version, content_hash } = deck.deck;
  return {
    game: deck.game,
    deck: { id, version, content_hash },
    seed,
    players,
    boards: names.slice(0, players),
    questions: order
      .filter(Boolean)
      .map(({ id, text, answer, unit }) => ({ id, text, answer, unit })),
  };
}

/** The boards on the table: the "1" board, then the guesses, each with who wrote it. */
export function boards(rules, guesses) {
  const numbers = new Set([rules.lowest_guess, ...guesses.map(({ guess }) => guess)]);
  return [...numbers]
    .sort((one, two) => one - two)
    .map((number) => ({
      number,
      writers: guesses.filter(({ guess }) => guess === number).map(({ player }) => player),
    }));
}

/** The closest guess that does not go over; the "1" board when every guess does. */
export function winningGuess(rules, answer, guesses) {
  const low = guesses.map(({ guess }) => guess).filter((guess) => guess <= answer);
  return low.length > 0 ? Math.max(...low) : rules.lowest_guess;
}

/**
 * The winning guess and each player's points.
 * guesses: [{player, guess}]; meeples: [{player, size, on}], `on` the number of a board.
 * Throws RuleError for a round that the rules forbid.
 */
export function scoreRound(rules, answer, guesses, meeples) {
  if (!Number.isSafeInteger(answer) || answer < rules.lowest_guess) {
    throw new RuleError(`An answer is a whole number from ${rules.lowest_guess} up.`);
  }
  checkGuesses(rules, guesses);
  checkMeeples(rules, guesses, meeples);
  const winning = winningGuess(rules, answer, guesses);
  const points = Object.fromEntries(
    guesses.map(({ player, guess }) => [player, guess === winning ? rules.points.writer : 0]),
  );
  for (const { player, size, on } of meeples) {
    if (on === winning) points[player] += rules.points[size];
  }
  return { winning_guess: winning, points };
}

/** Who has won: nobody below the target, else who has the most, of several the youngest. */
export function winners(rules, totals, youngestFirst = []) {
  const best = Math.max(0, ...Object.values(totals));
  if (best < rules.target_score) return [];
  const leaders = Object.keys(totals).filter((player) => totals[player] === best);
  const youngest = youngestFirst.find((player) => leaders.includes(player));
  return youngest === undefined ? leaders : [youngest];
}

function checkGuesses(rules, guesses) {
  if (guesses.length === 0) throw new RuleError("Nobody has written a guess.");
  if (new Set(guesses.map(({ player }) => player)).size < guesses.length) {
    throw new RuleError("Each player writes one guess.");
  }
  for (const { player, guess } of guesses) {
    if (!Number.isSafeInteger(guess) || guess < rules.lowest_guess) {
      throw new RuleError(`${player} needs a whole number from ${rules.lowest_guess} up.`);
    }
  }
}

function checkMeeples(rules, guesses, meeples) {
  const numbers = boards(rules, guesses).map(({ number }) => number);
  const placed = new Map();
  for (const { player, size, on } of meeples) {
    const key = `${size} ${player}`;
    placed.set(key, (placed.get(key) ?? 0) + 1);
    if (!guesses.some((one) => one.player === player)) {
      throw new RuleError(`${player} has written no guess.`);
    }
    if (!SIZES.includes(size)) throw new RuleError(`There is no ${size} Meeple.`);
    if (placed.get(key) > rules.meeples[size]) {
      throw new RuleError(`${player} has ${rules.meeples[size]} ${size} Meeple.`);
    }
    if (!numbers.includes(on)) throw new RuleError(`No board shows ${on}.`);
  }
}
