// Made by make docs from schemas/deck/quizwiz/conformance.v1.schema.json.

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

/** A dealt table, by ids. */
export interface Deal {
  /** Setup card. */
  setup: string;
  /** Seed of the random stream. */
  seed: number;
  /** Number of players. */
  players: number;
  /** Ids of the Statements, in the order drawn. */
  statements: string[];
  /** Ids of the Special Statements. */
  special_statements: string[];
  /** Ids of the Debate cards. */
  debates: string[];
  /** The hand of each player. */
  hands: string[][];
  /** Countries lying open. */
  open: string[];
  /** The Country deck, the next card first. */
  pile: string[];
}

/** One turn. */
export interface Play {
  /** Number of the player, from 1. */
  player: number;
  /** The country played. */
  country: string;
  /** hand, open, or the id of the Debate card that it lay on. */
  from: string;
  /** Id of the Statement, Special Statement or Debate card. */
  to: string;
}

/** A game on a dealt table, as deckkit score takes it. */
export interface Game {
  /** Setup card. */
  setup: string;
  /** Seed of the random stream. */
  seed: number;
  /** Number of players. */
  players: number;
  /** Whether Debate cards never leave the game. */
  debate_mode?: boolean;
  /** Every play, in order. */
  plays: Play[];
}

/** A card with the countries that lie on it. */
export interface Slot {
  /** Id of the Statement. */
  id: string;
  /** Countries on it, in the order played. */
  countries: string[];
}

/** A Debate card with a country on it. */
export interface Parked {
  /** Id of the Debate card. */
  id: string;
  /** ISO 3166 alpha-3 code of a country. */
  country: string;
}

/** The cards that lie on a table, as deckkit score takes them. */
export interface Table {
  /** Statements on the table. */
  statements: Slot[];
  /** Special Statements on the table. */
  special_statements: Slot[];
  /** Countries parked on Debate cards. */
  debates?: Parked[];
}

/** The verdict on one Country card. */
export interface Verdict {
  /** Id of the Statement or Special Statement. */
  slot: string;
  /** ISO 3166 alpha-3 code of a country. */
  country: string;
  /** Whether it is right there. */
  correct: boolean;
  /** How many Statements on the table list the country. */
  count: number;
}

/** What deckkit score answers. */
export interface Result {
  /** A verdict for each Country card on a Statement or Special Statement. */
  verdicts: Verdict[];
  /** Number of cards that are wrong. */
  mistakes: number;
  /** Whether the group wins: the game has ended, with no more mistakes than allowed. */
  won: boolean;
  /** Ids of the cards that hold too few countries for the game to end; absent when it has ended. */
  unfinished?: string[];
}

/** A game with its outcome. */
export interface GameVector {
  /** What the vector shows. */
  name: string;
  /** A game on a dealt table, as deckkit score takes it. */
  game: Game;
  /** The cards that lie on a table, as deckkit score takes them. */
  table: Table;
  /** What deckkit score answers. */
  result: Result;
}

/** A finished table with its outcome. */
export interface ExampleVector {
  /** What the vector shows. */
  name: string;
  /** The cards that lie on a table, as deckkit score takes them. */
  table: Table;
  /** What deckkit score answers. */
  result: Result;
}

/** Input that must be refused. */
export interface RefusedVector {
  /** What the vector shows. */
  name: string;
  /** A table as in examples, with or without setup, or a game as in games. */
  table: Record<string, unknown>;
  /** The reason in words; another wording is as good. */
  why: string;
}

/** Vectors by which an app tests its own rules. Members are never renamed or removed within conformance_version 1. */
export interface QuizWizConformanceVectors {
  /** Id of this schema. */
  "$schema": "https://deckkit.example/schemas/deck/quizwiz/conformance.v1.schema.json";
  /** Version of this schema. */
  conformance_version: 1;
  /** Id of the game. */
  game: "quizwiz";
  /** The deck that the vectors belong to. */
  deck: DeckReference;
  /** Values of the random stream, to test an implementation of it. */
  random: RandomSample[];
  /** Set-ups: this Setup, seed and number of players give this table. */
  deals: Deal[];
  /** Games on dealt tables: these plays give this table and these verdicts. */
  games: GameVector[];
  /** The deck of examples and refused: a complete deck.json (v1.schema.json) that is not for play. */
  example_deck: Record<string, unknown>;
  /** Tables of example_deck with their verdicts, the rulebook's worked check first. */
  examples: ExampleVector[];
  /** Tables and games of example_deck that break a rule. */
  refused: RefusedVector[];
}
