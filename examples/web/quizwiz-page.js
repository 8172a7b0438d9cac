// QuizWiz on the page: choose a Setup, take turns, check the answers.

import { anySeed, choice, el, field, fill, number, say } from "./dom.js";
import { deal, Game, mostPlayers } from "./quizwiz.js";

const LEVELS = { easy: "Easy", medium: "Medium", hard: "Hard" };

export class QuizwizPage {
  constructor(deck, root) {
    this.deck = deck;
    this.names = new Map(deck.countries.map((country) => [country.code, country.name]));
    this.categories = new Map(deck.categories.map((category) => [category.id, category]));
    this.parking = new Map(deck.debates.map((debate) => [debate.id, debate.text]));
    this.area = el("div", { id: "game" });
    fill(root, this.#form(), this.area);
  }

  #form() {
    const setups = this.deck.setups.map((setup) => [setup.id, this.#describe(setup)]);
    const most = mostPlayers(this.deck);
    const number = (name, props) => el("input", { type: "number", name, required: true, ...props });
    return el(
      "form",
      { id: "deal", class: "bar", onsubmit: (event) => this.#deal(event) },
      field("Setup", choice({ name: "setup" }, setups)),
      field("Players", number("players", { min: 1, max: most, value: Math.min(2, most) })),
      field("Seed", number("seed", { min: 0, max: 2 ** 53 - 1, value: anySeed() })),
      el(
        "label",
        { class: "tick" },
        el("input", { type: "checkbox", name: "debate" }),
        "Debate cards stay for the whole game",
      ),
      el("button", { class: "main" }, "Deal"),
    );
  }

  #describe(setup) {
    const stars = Object.entries(setup.statements)
      .filter(([, count]) => count > 0)
      .map(([level, count]) => `${count} × ${"★".repeat(Number(level))}`);
    const extra = setup.special_statements.length;
    const special = extra ? [`${extra} special`] : [];
    return `${setup.id} · ${LEVELS[setup.level] ?? setup.level}: ${[...stars, ...special].join(", ")}`;
  }

  #deal(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      const table = deal(
        this.deck, form.get("setup"), Number(form.get("seed")), Number(form.get("players")),
      );
      this.game = new Game(this.deck, table, { debateMode: form.get("debate") !== null });
    } catch (error) {
      say(error.message);
      return;
    }
    this.chosen = null;
    this.shown = openToAll(this.game);
    this.result = null;
    this.#draw(`Dealt: ${number(this.game.table.statements.length, "Statement")} on the table.`);
  }

  #draw(message, focus = null) {
    const { game } = this;
    fill(
      this.area,
      this.result ? this.#verdict() : this.#turn(),
      el("h2", {}, "Table"),
      el(
        "div",
        { class: "cards" },
        game.table.statements.map((one) => this.#statement(one)),
        game.table.special_statements.map((one) => this.#special(one)),
      ),
    );
    say(message);
    if (focus) this.area.querySelector(focus)?.focus();
  }

  #statement(one) {
    const category = this.categories.get(one.category);
    return el(
      "article",
      { class: "card", "data-slot": one.id, colour: category?.colour },
      el(
        "header",
        {},
        el("span", {}, category?.name ?? one.category),
        el("span", { "aria-label": number(one.difficulty, "star") }, "★".repeat(one.difficulty)),
      ),
      el("h3", {}, "This country ", one.text),
      el("p", { class: "hint" }, `${number(one.count, "country", "countries")} fit`),
      this.#pile(one),
      this.result && this.#answers(one),
    );
  }

  #special(one) {
    return el(
      "article",
      { class: "card special", "data-slot": one.id },
      el("header", {}, el("span", {}, "Special Statement")),
      el("h3", {}, one.text),
      el("p", { class: "hint" }, "of the Statements on this table fit the country"),
      this.#pile(one),
    );
  }

  // The countries that lie on a card, and the button to play on it.
  #pile(slot) {
    const verdicts = new Map(
      (this.result?.verdicts ?? []).filter((v) => v.slot === slot.id).map((v) => [v.country, v]),
    );
    const cards = this.game.placed[slot.id].map((code) => {
      const verdict = verdicts.get(code);
      const mark = verdict && (verdict.correct ? "✓ right" : "✗ mistake");
      const kind = verdict && (verdict.correct ? "right" : "wrong");
      return el(
        "li",
        { class: kind, "data-country": code },
        this.names.get(code),
        mark && el("b", {}, mark),
      );
    });
    return el("div", { class: "pile" }, el("ul", {}, cards), this.#button(slot.id, "Play here"));
  }

  #button(id, text) {
    const open = !this.result && this.chosen && this.game.targets(this.chosen).includes(id);
    return open && el("button", { "data-to": id, onclick: () => this.#play(id) }, text);
  }

  #answers(one) {
    const names = one.countries.map((code) => this.names.get(code) ?? code).join(", ");
    return el("details", {}, el("summary", {}, "All that fit"), el("p", {}, names));
  }

  #turn() {
    const { game } = this;
    const over = game.ended || game.stuck;
    return el(
      "section",
      { class: "turn", "aria-labelledby": "turn" },
      el("h2", { id: "turn" }, over ? "The table is full" : `Player ${game.player}`),
      over ? null : this.#hands(),
      el(
        "div",
        { class: "row" },
        el(
          "button",
          { id: "check", class: over ? "main" : "", onclick: () => this.#check() },
          over ? "Check the answers" : "Stop and check now",
        ),
        el("span", { class: "hint" }, `${number(game.pile.length, "card")} left to draw`),
      ),
    );
  }

  #hands() {
    const { game } = this;
    const hand = game.hands[game.player - 1];
    const cover = el(
      "button",
      { id: "show", onclick: () => this.#show() },
      `Show the hand of player ${game.player}`,
    );
    return [
      this.shown ? this.#group("Hand", hand) : el("div", { class: "row" }, cover),
      this.#group("Open cards", game.open),
      this.#debates(),
    ];
  }

  #group(title, codes) {
    return el(
      "div",
      { class: "row", role: "group", "aria-label": title },
      el("b", {}, title),
      codes.map((code) => this.#country(code)),
    );
  }

  #country(code) {
    return el(
      "button",
      {
        class: "country",
        "data-country": code,
        "aria-pressed": String(this.chosen === code),
        onclick: () => this.#choose(code),
      },
      this.names.get(code),
    );
  }

  #debates() {
    const cards = Object.entries(this.game.debates).map(([id, code]) =>
      el(
        "span",
        { class: "debate", "data-slot": id, title: this.parking.get(id) },
        code === null ? "free" : this.#country(code),
        code === null && this.#button(id, "Park here"),
      ),
    );
    return (
      cards.length > 0 &&
      el("div", { class: "row", role: "group", "aria-label": "Debate cards" },
        el("b", {}, "Debate cards"), cards)
    );
  }

  #show() {
    this.shown = true;
    this.#draw(`The hand of player ${this.game.player} is open.`, ".turn .country");
  }

  #choose(code) {
    this.chosen = this.chosen === code ? null : code;
    const told = this.chosen ? `${this.names.get(code)}: choose a card to play it on.` : "";
    this.#draw(told, `.turn [data-country="${code}"]`);
  }

  #play(id) {
    const code = this.chosen;
    this.game.play(code, id);
    this.chosen = null;
    this.shown = openToAll(this.game);
    const { ended, player } = this.game;
    const next = ended ? "Every card holds enough." : `Player ${player} is next.`;
    this.#draw(`${this.names.get(code)} is on ${id}. ${next}`, ended ? "#check" : "#show, .country");
  }

  #check() {
    this.result = this.game.check();
    this.chosen = null;
    this.#draw(this.#summary(), "#again");
  }

  #summary() {
    const { mistakes, won, unfinished } = this.result;
    const said = number(mistakes, "mistake");
    if (unfinished.length > 0) return `${said} so far. ${unfinished.join(", ")} lacked cards.`;
    return won ? `${said}: you win together!` : `${said}: the deck wins this time.`;
  }

  #verdict() {
    return el(
      "section",
      { class: `turn ${this.result.won ? "won" : "lost"}`, id: "verdict" },
      el("h2", {}, this.#summary()),
      el("p", {}, `Up to ${number(this.deck.rules.mistakes_allowed, "mistake")} is a win.`),
      el("button", { id: "again", class: "main", onclick: () => this.#again() }, "Another table"),
    );
  }

  #again() {
    const form = document.getElementById("deal");
    form.elements.seed.value = anySeed();
    form.requestSubmit();
  }
}

// Alone at the table nobody has to look away.
function openToAll(game) {
  return game.hands.length === 1;
}
