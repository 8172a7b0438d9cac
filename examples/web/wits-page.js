// Wits & Wagers Family on the page: a question, guesses, Meeples, points.

import { anySeed, choice, el, field, fill, number, say } from "./dom.js";
import { boards, colours, deal, scoreRound, SIZES, winners } from "./wits.js";

export class WitsPage {
  constructor(deck, root) {
    this.deck = deck;
    this.details = new Map(deck.questions.map((question) => [question.id, question]));
    this.colour = new Map(deck.players.map((player) => [player.name, player.colour]));
    this.area = el("div", { id: "game" });
    fill(root, this.#form(), this.area);
  }

  #form() {
    const most = colours(this.deck).length;
    const input = (name, props) => el("input", { type: "number", name, required: true, ...props });
    return el(
      "form",
      { id: "deal", class: "bar", onsubmit: (event) => this.#deal(event) },
      field("Players or teams", input("players", { min: 1, max: most, value: Math.min(3, most) })),
      field("Seed", input("seed", { min: 0, max: 2 ** 53 - 1, value: anySeed() })),
      el("button", { class: "main" }, "New game"),
    );
  }

  #deal(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      this.table = deal(this.deck, Number(form.get("seed")), Number(form.get("players")));
    } catch (error) {
      say(error.message);
      return;
    }
    this.totals = Object.fromEntries(this.table.boards.map((name) => [name, 0]));
    this.round = -1;
    this.#next();
  }

  #next() {
    this.round += 1;
    if (this.round >= this.table.questions.length) {
      fill(this.area, el("h2", {}, "That was the last question."), this.#scores());
      return;
    }
    this.question = this.table.questions[this.round];
    this.guesses = [];
    this.#step("Everyone writes a guess.", this.#ask(), "input");
  }

  #step(message, content, focus) {
    const more = this.details.get(this.question.id);
    fill(
      this.area,
      el(
        "article",
        { class: "card question", "data-question": this.question.id },
        el("header", {}, el("span", {}, more.category), el("span", {}, `Question ${this.round + 1}`)),
        el("h2", {}, this.question.text),
        el("p", { class: "hint" }, `in ${this.question.unit}`),
      ),
      content,
      this.#scores(),
    );
    say(message);
    content.querySelector(focus)?.focus();
  }

  #ask() {
    const low = this.deck.rules.lowest_guess;
    return el(
      "form",
      { id: "guesses", class: "bar", onsubmit: (event) => this.#guessed(event) },
      this.table.boards.map((name) =>
        field(
          this.#chip(name),
          el("input", { type: "number", name, min: low, max: 2 ** 53 - 1, step: 1, required: true }),
        ),
      ),
      el("button", { class: "main" }, "Lay out the boards"),
    );
  }

  #guessed(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    this.guesses = this.table.boards.map((player) => ({ player, guess: Number(form.get(player)) }));
    this.#step("Everyone bets on the best guess.", this.#bets(), "select");
  }

  #bets() {
    const laid = boards(this.deck.rules, this.guesses);
    const options = laid.map(({ number }) => [number, this.#board(number)]);
    return el(
      "form",
      { id: "meeples", onsubmit: (event) => this.#scored(event) },
      this.#row(laid),
      el(
        "div",
        { class: "bets" },
        this.table.boards.map((player) =>
          el(
            "fieldset",
            { colour: this.colour.get(player) },
            el("legend", {}, this.#chip(player)),
            SIZES.map((size) =>
              field(
                size === "small" ? "Small Meeple" : "Large Meeple",
                choice({ name: `${size} ${player}` }, options),
              ),
            ),
          ),
        ),
      ),
      el("button", { class: "main" }, "Show the answer"),
    );
  }

  #board(value) {
    return value === this.deck.rules.lowest_guess ? `${value} (all too high)` : String(value);
  }

  #row(laid, winning = null) {
    return el(
      "ol",
      { class: "boards" },
      laid.map(({ number, writers }) =>
        el(
          "li",
          { class: number === winning ? "right" : "", "data-board": number },
          el("b", {}, number),
          writers.length > 0 ? writers.map((name) => this.#chip(name)) : "if all are too high",
        ),
      ),
    );
  }

  #scored(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const { rules } = this.deck;
    const meeples = this.table.boards.flatMap((player) =>
      SIZES.map((size) => ({ player, size, on: Number(form.get(`${size} ${player}`)) })),
    );
    const { answer, unit } = this.question;
    const result = scoreRound(rules, answer, this.guesses, meeples);
    for (const [player, points] of Object.entries(result.points)) this.totals[player] += points;
    const best = winners(rules, this.totals);
    const told = `The answer is ${answer} ${unit}; ${result.winning_guess} wins.`;
    this.#step(told, this.#outcome(told, result, best), "button");
  }

  #outcome(told, result, best) {
    const more = this.details.get(this.question.id);
    const list = Object.entries(result.points).map(([player, points]) =>
      el("li", {}, this.#chip(player), ` ${number(points, "point")}`),
    );
    return el(
      "section",
      { id: "outcome", class: "turn" },
      el("h2", {}, told),
      this.#row(boards(this.deck.rules, this.guesses), result.winning_guess),
      el("ul", { class: "plain" }, list),
      el("p", { class: "hint" }, `True as of ${more.as_of}. ${more.sources.join("; ")}`),
      best.length > 0 && el("h2", { id: "winner" }, this.#won(best)),
      best.length === 0 &&
        el("button", { id: "next", class: "main", onclick: () => this.#next() }, "Next question"),
    );
  }

  #won(best) {
    if (best.length === 1) return `${best[0]} wins the game!`;
    return `${best.join(" and ")} are level: the youngest wins.`;
  }

  #scores() {
    return el(
      "section",
      { "aria-labelledby": "scores" },
      el("h2", { id: "scores" }, `Points (first to ${this.deck.rules.target_score})`),
      el(
        "ul",
        { class: "plain", id: "totals" },
        Object.entries(this.totals).map(([player, total]) =>
          el("li", { "data-player": player }, this.#chip(player), " ", el("b", {}, total)),
        ),
      ),
    );
  }

  #chip(player) {
    return el("span", { class: "chip", colour: this.colour.get(player) }, player);
  }
}
