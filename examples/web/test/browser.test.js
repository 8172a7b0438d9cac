// The page in headless Chromium: loads both decks, plays both games to their end.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { chromium } from "playwright-core";
import { replay } from "../quizwiz.js";
import { serve } from "./server.js";
import { BUILD, deckOf, PAGE, vectorsOf } from "./support.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run",
];
const SHOTS = process.env.DECKKIT_SHOTS; // a folder for screenshots, when a person wants to look

let server;
let browser;
let page;
let wrong;
const folder = mkdtempSync(path.join(tmpdir(), "deckkit-web-"));

before(async () => {
  server = await serve({ web: PAGE.replace(/[\\/]$/, ""), build: BUILD, made: folder });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
  });
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(20_000);
  wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.origin && protocol !== "data:") wrong.push(`asks ${request.url()}`);
  });
});

const status = () => page.locator("#status").textContent();

async function open(deck) {
  await page.goto(`${server.origin}/web/?deck=${encodeURIComponent(deck)}`);
  await page.locator("#deal").waitFor();
}

async function look(name) {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map((one) => [one.id, one.nodes.map((node) => node.html)]), [], name);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, `${name} scrolls sideways`);
}

test("QuizWiz: a documented game, clicked through, gives the documented verdicts", async () => {
  const deck = deckOf("quizwiz");
  const vector = vectorsOf("quizwiz").games.find(({ game }) => game.players > 1 && game.debate_mode);
  const { game, result } = vector;
  await open("/build/quizwiz/deck.json");
  assert.match(await page.locator("#about").textContent(), /Unchanged since it was built/);
  await page.selectOption('[name="setup"]', game.setup);
  await page.fill('[name="seed"]', String(game.seed));
  await page.fill('[name="players"]', String(game.players));
  await page.check('[name="debate"]');
  await look("quizwiz-start");
  await page.click("#deal button");
  assert.equal(await page.locator(".cards .card").count(), Object.keys(replay(deck, game).placed).length);
  for (const [turn, play] of game.plays.entries()) {
    assert.equal(await page.locator("#turn").textContent(), `Player ${play.player}`);
    if (turn === 3) await look("quizwiz-turn");
    await page.click("#show");
    await page.click(`.turn [data-country="${play.country}"]`);
    await page.click(`[data-to="${play.to}"]`);
  }
  await page.click("#check");
  const said = await page.locator("#verdict h2").textContent();
  assert.match(said, new RegExp(`^${result.mistakes} mistake`));
  assert.match(said, result.won ? /you win together/ : /the deck wins/);
  for (const { slot, country, correct } of result.verdicts) {
    const card = page.locator(`.cards [data-slot="${slot}"] [data-country="${country}"]`);
    assert.match(await card.textContent(), correct ? /right$/ : /mistake$/);
  }
  assert.equal(await page.evaluate(() => document.activeElement.id), "again");
  await look("quizwiz-end");
  assert.deepEqual(wrong, []);
});

test("QuizWiz: alone, with the keyboard only", async () => {
  await open("/build/quizwiz/deck.json");
  await page.fill('[name="players"]', "1");
  await page.press('[name="players"]', "Enter");
  const first = page.locator(".turn .country").first();
  const code = await first.getAttribute("data-country");
  await first.focus();
  await page.keyboard.press("Enter");
  const chosen = page.locator(`.turn [data-country="${code}"]`);
  assert.equal(await chosen.getAttribute("aria-pressed"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.country), code);
  await page.locator(".cards [data-to]").first().focus();
  await page.keyboard.press("Space");
  assert.equal(await page.locator(`.cards [data-country="${code}"]`).count(), 1);
  assert.equal(await page.locator(".turn .country").count(), 7);
  assert.deepEqual(wrong, []);
});

test("Wits & Wagers Family: guesses, Meeples, points, the end of a game", async () => {
  const deck = deckOf("wits-and-wagers-family");
  await page.goto(`${server.origin}/web/`);
  await page.setInputFiles("#file", path.join(BUILD, "wits-and-wagers-family", "deck.json"));
  await page.fill('[name="players"]', "2");
  await page.fill('[name="seed"]', "7");
  await page.click("#deal button");
  const [red, blue] = deck.players.filter((one) => one.meeples).map((one) => one.name);
  const totals = { [red]: 0, [blue]: 0 };
  for (let round = 0; Math.max(...Object.values(totals)) < deck.rules.target_score; round += 1) {
    const id = await page.locator("[data-question]").getAttribute("data-question");
    const { answer } = deck.questions.find((one) => one.id === id);
    await page.fill(`#guesses [name="${red}"]`, String(answer));
    await page.fill(`#guesses [name="${blue}"]`, String(answer + 1));
    if (round === 0) await look("wits-guess");
    await page.click("#guesses button");
    assert.equal(await page.locator("[data-board]").count(), new Set([1, answer, answer + 1]).size);
    await page.selectOption(`[name="small ${red}"]`, String(answer));
    await page.selectOption(`[name="large ${red}"]`, String(answer));
    await page.selectOption(`[name="large ${blue}"]`, String(answer + 1));
    await page.selectOption(`[name="small ${blue}"]`, String(answer));
    if (round === 0) await look("wits-bet");
    await page.click("#meeples button");
    totals[red] += 4;
    totals[blue] += 1;
    assert.match(await status(), new RegExp(`^The answer is ${answer} .*; ${answer} wins\\.$`));
    for (const [player, total] of Object.entries(totals)) {
      assert.equal(await page.locator(`#totals [data-player="${player}"] b`).textContent(), String(total));
    }
    if (totals[red] < deck.rules.target_score) await page.click("#next");
  }
  assert.equal(await page.locator("#winner").textContent(), `${red} wins the game!`);
  await look("wits-end");
  assert.deepEqual(wrong, []);
});

test("on a telephone nothing runs off the page", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await open("/build/quizwiz/deck.json");
  await page.click("#deal button");
  await look("telephone");
});

test("text of a deck is never markup, and a changed deck is said to be changed", async () => {
  const deck = deckOf("quizwiz");
  const evil = '<img src=x onerror="window.hacked=1"><b>bold</b>';
  deck.deck.title = evil;
  for (const one of deck.statements) one.text = evil;
  for (const one of deck.countries) one.name = evil;
  for (const one of deck.categories) Object.assign(one, { name: evil, colour: "red;background:url(x)" });
  for (const one of deck.debates) one.text = evil;
  writeFileSync(path.join(folder, "evil.json"), JSON.stringify(deck));
  await open("/made/evil.json");
  assert.match(await page.locator("#hash").textContent(), /Changed since it was built/);
  await page.fill('[name="players"]', "1");
  await page.click("#deal button");
  await page.locator(".turn .country").first().click();
  await page.locator(".cards [data-to]").first().click();
  await page.click("#check");
  assert.equal(await page.locator("main img, main b b, #about img").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok((await page.locator("main").textContent()).includes(evil));
  assert.deepEqual(wrong, []);
});

test("what cannot be loaded is said in one line", async () => {
  writeFileSync(path.join(folder, "list.json"), "[]");
  await page.goto(`${server.origin}/web/?deck=/made/list.json`);
  await page.locator("#status", { hasText: "not a deck" }).waitFor();
  await page.goto(`${server.origin}/web/?deck=/made/none.json`);
  await page.locator("#status", { hasText: "/made/none.json answers 404." }).waitFor();
  assert.equal(await page.locator("main *").count(), 0);
});
