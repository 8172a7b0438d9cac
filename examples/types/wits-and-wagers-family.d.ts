// Made by make docs from schemas/deck/wits-and-wagers-family/v1.schema.json.

/** Who the deck is. */
export interface DeckInformation {
  /** Id of the deck; names its folder. */
  id: string;
  /** Title to show. */
  title: string;
  /** Content version (CalVer). */
  version: string;
  /** Date on which the content was true. */
  as_of: string;
  /** BCP 47 language tag. */
  language: string;
  /** Licence of the content. */
  licence: string;
  /** Who made the content. */
  authors: string[];
  /** sha256 over the canonical JSON of this file without this member. */
  content_hash: string;
}

/** Meeples of each player. */
export interface MeepleSupply {
  /** Small Meeples. */
  small: number;
  /** Large Meeples. */
  large: number;
}

/** Points of a round. */
export interface Points {
  /** For having written the winning guess. */
  writer: number;
  /** For a small Meeple on it. */
  small: number;
  /** For a large Meeple on it. */
  large: number;
}

/** Every number of the rulebook that an app needs. */
export interface Rules {
  /** Points that end the game. */
  target_score: number;
  /** The guess on the board that wins when all guesses are too high. */
  lowest_guess: number;
  /** Meeples of each player. */
  meeples: MeepleSupply;
  /** Points of a round. */
  points: Points;
}

/** A question. */
export interface Question {
  /** Card id and position. */
  id: string;
  /** Id of the card; stays with it for ever. */
  card: string;
  /** Half of the card. */
  position: "top" | "bottom";
  /** Topic. */
  category: string;
  /** The question. */
  text: string;
  /** The answer. */
  answer: number;
  /** Unit of the answer. */
  unit: string;
  /** When it was true. */
  as_of: string;
  /** Where a reader can look it up. */
  sources: string[];
}

/** An Answer Board. */
export interface Player {
  /** Name of the colour, or 1. */
  name: string;
  /** Colour as #rrggbb. */
  colour: string;
  /** Shape that tells it apart without colour; empty for none. */
  shape: string;
  /** What stands on the board. */
  board: string;
  /** Number of Meeples. */
  meeples: number;
}

/** A compiled deck. Members are never renamed or removed within schema_version 1. */
export interface WitsWagersFamilyDeck {
  /** Id of this schema. */
  "$schema": "https://deckkit.example/schemas/deck/wits-and-wagers-family/v1.schema.json";
  /** Version of this schema. */
  schema_version: 1;
  /** Id of the game. */
  game: "wits-and-wagers-family";
  /** Who the deck is. */
  deck: DeckInformation;
  /** Every number of the rulebook that an app needs. */
  rules: Rules;
  /** Questions by card, top first. */
  questions: Question[];
  /** Answer Boards with their Meeples. */
  players: Player[];
}
