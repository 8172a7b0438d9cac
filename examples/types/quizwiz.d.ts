// Made by make docs from schemas/deck/quizwiz/v1.schema.json.

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

/** Every number of the rulebook that an app needs. */
export interface Rules {
  /** Country cards in a hand. */
  hand_size: number;
  /** Country cards lying open. */
  open_cards: number;
  /** Cards that every Statement and Special Statement needs for the game to end. */
  cards_to_end: number;
  /** Mistakes with which the group still wins. */
  mistakes_allowed: number;
  /** Debate cards laid out. */
  debate_cards: number;
}

/** A region. */
export interface Region {
  /** Id of the region. */
  id: string;
  /** Name to print. */
  name: string;
}

/** A category. */
export interface Category {
  /** Id of the category. */
  id: string;
  /** Name to print. */
  name: string;
  /** Colour as #rrggbb. */
  colour: string;
  /** Name of its picture. */
  icon: string;
}

/** A country. */
export interface Country {
  /** ISO 3166 alpha-3 code. */
  code: string;
  /** ISO 3166 alpha-2 code; null for user-assigned codes. */
  alpha2: string | null;
  /** Name to print. */
  name: string;
  /** Id of the region. */
  region: string;
  /** Capital to print; may be empty. */
  capital: string;
}

/** A Statement card. */
export interface Statement {
  /** Id of the card; stays with it for ever. */
  id: string;
  /** Id of the category. */
  category: string;
  /** 1 easy, 2 medium, 3 hard. */
  difficulty: number;
  /** A clause that completes: This country ... */
  text: string;
  /** Number of countries that match. */
  count: number;
  /** Codes of the countries that match, sorted. */
  countries: string[];
  /** When it was true. */
  as_of: string;
  /** Where a reader can look it up. */
  sources: string[];
}

/** A Special Statement card: how many of the Statements on the table list the country. */
export interface SpecialStatement {
  /** Id of the card; stays with it for ever. */
  id: string;
  /** Condition to print. */
  text: string;
  /** At least so many. */
  minimum: number;
  /** At most so many; null for no limit. */
  maximum: number | null;
}

/** Number of Statements by difficulty. */
export interface StatementCounts {
  /** Statements of difficulty 1. */
  "1": number;
  /** Statements of difficulty 2. */
  "2": number;
  /** Statements of difficulty 3. */
  "3": number;
}

/** A Setup card. */
export interface Setup {
  /** Id of the card; stays with it for ever. */
  id: string;
  /** Level of the game. */
  level: "easy" | "medium" | "hard";
  /** Number of Statements by difficulty. */
  statements: StatementCounts;
  /** Ids of the Special Statements laid out. */
  special_statements: string[];
}

/** A Debate card. */
export interface Debate {
  /** Id of the card; stays with it for ever. */
  id: string;
  /** What is printed on it. */
  text: string;
}

/** A compiled deck. Members are never renamed or removed within schema_version 1. */
export interface QuizWizDeck {
  /** Id of this schema. */
  "$schema": "https://deckkit.example/schemas/deck/quizwiz/v1.schema.json";
  /** Version of this schema. */
  schema_version: 1;
  /** Id of the game. */
  game: "quizwiz";
  /** Who the deck is. */
  deck: DeckInformation;
  /** Every number of the rulebook that an app needs. */
  rules: Rules;
  /** Regions, by name. */
  regions: Region[];
  /** Categories of Statements. */
  categories: Category[];
  /** Country cards, by name. */
  countries: Country[];
  /** Statement cards, in the order of the sources. */
  statements: Statement[];
  /** Special Statement cards. */
  special_statements: SpecialStatement[];
  /** Setup cards. */
  setups: Setup[];
  /** Debate cards. */
  debates: Debate[];
}
