// Made by make docs from schemas/deck/wits-and-wagers-family/conformance.v1.schema.json.

/** The deck that the vectors belong to. */
export interface DeckReference {
  /** Id of the deck. */
  id: string;
  /** Content version of the deck. */
  version: string;
  /** Hash of its content, as in deck.json. */
  content_hash: string;
}

/** Bounded draws with one bound. */
export interface BoundedSample {
  /** The bound: values are from 0 to count - 1. */
  count: number;
  /** The values. */
  values: number[];
}

/** The stream of one seed, in the order in which it is used: next, below, shuffled. */
export interface RandomSample {
  /** Seed of the random stream. */
  seed: number;
  /** The first four values, 64 bits each, as 16 hexadecimal digits. */
  next: string[];
  /** Bounded draws that follow, one group after the other. */
  below: BoundedSample[];
  /** The numbers 0 to 9 shuffled, after all of these. */
  shuffled: number[];
}

/** A shuffled deck, by ids. */
export interface Deal {
  /** Seed of the random stream. */
  seed: number;
  /** Number of players. */
  players: number;
  /** Name of each player's Answer Board. */
  boards: string[];
  /** Ids of the questions in the order they are played. */
  questions: string[];
}

/** An Answer Board with a guess. */
export interface Guess {
  /** Name of the player. */
  player: string;
  /** The guess. */
  guess: number;
}

/** A Meeple on a guess. */
export interface Meeple {
  /** Name of the player. */
  player: string;
  /** Size of the Meeple. */
  size: "small" | "large";
  /** The guess it is on; 1 is also the board 1. */
  on: number;
}

/** A round, as deckkit score takes it. */
export interface Round {
  /** The answer. */
  answer: number;
  /** The guess of each player. */
  guesses: Guess[];
  /** The Meeples placed. */
  meeples: Meeple[];
  /** Points of each player before the round. */
  totals?: Record<string, number>;
  /** Players by age, the youngest first; decides ties. */
  youngest_first?: string[];
}

/** What deckkit score answers. */
export interface Result {
  /** The closest guess that does not go over; 1 when every guess does. */
  winning_guess: number;
  /** Points of each player in the round. */
  points: Record<string, number>;
  /** Points of each player after the round; only when the round gives totals. */
  totals?: Record<string, number>;
  /** Who has won: nobody below the target score; several only in a tie that age does not decide. */
  winners?: string[];
}

/** A round with its outcome. */
export interface RoundVector {
  /** Id of the question. */
  question: string;
  /** A round, as deckkit score takes it. */
  table: Round;
  /** What deckkit score answers. */
  result: Result;
}

/** A round with its outcome. */
export interface ExampleVector {
  /** What the vector shows. */
  name: string;
  /** A round, as deckkit score takes it. */
  table: Round;
  /** What deckkit score answers. */
  result: Result;
}

/** Input that must be refused. */
export interface RefusedVector {
  /** What the vector shows. */
  name: string;
  /** A round as in examples. */
  table: Record<string, unknown>;
  /** The reason in words; another wording is as good. */
  why: string;
}

/** Vectors by which an app tests its own rules. Members are never renamed or removed within conformance_version 1. */
export interface WitsWagersFamilyConformanceVectors {
  /** Id of this schema. */
  "$schema": "https://deckkit.example/schemas/deck/wits-and-wagers-family/conformance.v1.schema.json";
  /** Version of this schema. */
  conformance_version: 1;
  /** Id of the game. */
  game: "wits-and-wagers-family";
  /** The deck that the vectors belong to. */
  deck: DeckReference;
  /** Values of the random stream, to test an implementation of it. */
  random: RandomSample[];
  /** Shuffled decks: this seed and number of players give this order. */
  deals: Deal[];
  /** Rounds on questions of the deck. */
  rounds: RoundVector[];
  /** The rulebook's worked examples, ties and the end of the game. */
  examples: ExampleVector[];
  /** Rounds that break a rule. */
  refused: RefusedVector[];
}
