// A finished table from elsewhere, by ids as conformance.json writes it: is it one, and who won?

import { check, RuleError } from "./quizwiz.js";

/** The verdicts on a finished table; throws RuleError for one that the rules forbid. */
export function judge(deck, given) {
  const table = {
    statements: given.statements.map(({ id }) => named(deck.statements, id, "Statement")),
    special_statements: given.special_statements.map(({ id }) =>
      named(deck.special_statements, id, "Special Statement"),
    ),
  };
  const slots = [...given.statements, ...given.special_statements];
  checkDistinct(table);
  checkPlaces(deck, slots, given.debates ?? []);
  if (given.setup) checkSetup(named(deck.setups, given.setup, "Setup"), table);
  return check(deck.rules, table, Object.fromEntries(slots.map((s) => [s.id, s.countries])));
}

function named(rows, id, noun) {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new RuleError(`There is no ${noun} ${id} in this deck.`);
  return row;
}

function checkDistinct({ statements, special_statements: specials }) {
  if (new Set(statements.map((one) => one.category)).size < statements.length) {
    throw new RuleError("The Statements on a table are all of different categories.");
  }
  if (new Set(specials).size < specials.length) {
    throw new RuleError("A Special Statement is on the table twice.");
  }
}

// Every country is one of the deck and lies in one place only.
function checkPlaces(deck, slots, debates) {
  const known = new Set(deck.countries.map((country) => country.code));
  const seen = new Set();
  for (const code of [...slots.flatMap((s) => s.countries), ...debates.map((d) => d.country)]) {
    if (!known.has(code)) throw new RuleError(`There is no country ${code} in this deck.`);
    if (seen.has(code)) throw new RuleError(`${code} lies in two places.`);
    seen.add(code);
  }
  const parked = debates.map(({ id }) => named(deck.debates, id, "Debate card"));
  if (new Set(parked).size < parked.length) throw new RuleError("A Debate card holds one country.");
}

function checkSetup(setup, { statements, special_statements: specials }) {
  for (const [level, wanted] of Object.entries(setup.statements)) {
    const found = statements.filter((one) => one.difficulty === Number(level)).length;
    if (found !== wanted) throw new RuleError(`${setup.id} lays out ${wanted} of level ${level}.`);
  }
  const shown = specials.map((one) => one.id).sort();
  if (shown.join() !== [...setup.special_statements].sort().join()) {
    throw new RuleError(`${setup.id} lays out other Special Statements.`);
  }
}
