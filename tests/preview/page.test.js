// The preview's page in headless Chromium, before and after a source has changed.
// PREVIEW is its address, SHEET the sheet of Statements that it follows, with S001 in it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, beforeEach, test } from "node:test";

const require = createRequire(new URL("../../examples/web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const { PREVIEW, SHEET, CHROMIUM } = process.env;
const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run",
];

const SOURCE = readFileSync(SHEET, "utf8");
let browser;
let page;
let wrong;

before(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});
after(() => browser?.close());

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
  page.setDefaultTimeout(20_000);
  wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(PREVIEW)) wrong.push(request.url());
  });
  await page.goto(PREVIEW);
  await page.locator("#card-S001 img").first().waitFor();
});
afterEach(async () => {
  writeFileSync(SHEET, SOURCE);
  await page.close();
  assert.deepEqual(wrong, []);
});

const drawn = () => page.waitForFunction(() => {
  const pictures = [...document.querySelectorAll("#card-S001 img")];
  return pictures.length === 2 && pictures.every((one) => one.complete && one.naturalWidth > 300);
});

async function accessible() {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map((one) => [one.id, one.nodes.map((node) => node.html)]), []);
}

test("Cards are found by word and kind, and enlarged", async () => {
  await drawn();
  const all = await page.locator(".card").count();
  await page.fill("#search", "potatoes bolivia");
  assert.deepEqual(await page.locator(".card").evaluateAll((nodes) => nodes.map(({ id }) => id)), ["card-S002"]);
  await page.fill("#search", "");
  await page.click("#kinds button:text-is('country')");
  assert.equal(await page.locator(".card").count(), 3);
  assert.equal(await page.locator(".card img").count(), 4); // three fronts, their back once
  await page.click("#kinds button:text-is('all')");
  assert.equal(await page.locator(".card").count(), all);
  await accessible();
  await page.locator("#card-S001 button").first().click();
  const shown = page.locator("dialog[open] img");
  assert.equal(await shown.count(), 2);
  const before = await shown.first().getAttribute("src");
  writeFileSync(SHEET, SOURCE.replace("has a coast", "has coasts"));
  await page.waitForFunction((src) => document.querySelector("dialog[open] img").getAttribute("src") !== src, before);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

test("A changed cell changes its card alone, a wrong one is a finding on it", async () => {
  await drawn();
  const sources = (id) => page.locator(`${id} img`).evaluateAll((all) => all.map(({ src }) => src));
  const other = await sources("#card-S002");
  const old = await sources("#card-S001");
  writeFileSync(SHEET, SOURCE.replace("has a coast", "has a <b>coast"));
  await page.waitForFunction((src) => document.querySelector("#card-S001 img").src !== src, old[0]);
  await drawn();
  assert.deepEqual(await sources("#card-S002"), other);
  assert.deepEqual(await page.locator(".new").evaluateAll((nodes) => nodes.map(({ id }) => id)), ["card-S001"]);

  writeFileSync(SHEET, SOURCE.replace("has a coast,2", "has a coast,7"));
  const error = page.locator("#findings li.error");
  await error.waitFor();
  assert.match(await error.textContent(), /QW301.*statements\.csv:2 E \(count\).*says 7, but 2/s);
  assert.match(await page.locator("#status").textContent(), /^1 error/);
  await page.check("#only");
  assert.deepEqual(await page.locator(".card").evaluateAll((nodes) => nodes.map(({ id }) => id)), ["card-S001"]);
  await error.locator("button").click();
  assert.equal(await page.locator(".sought").getAttribute("id"), "card-S001");
  await accessible();
});

test("What cannot be read is said, and the last cards stay", async () => {
  await drawn();
  const toml = SHEET.replace("statements.csv", "deck.toml");
  const whole = readFileSync(toml, "utf8");
  try {
    writeFileSync(toml, `${whole}\ntitel = `);
    await page.locator("#problem:not([hidden])").waitFor();
    assert.match(await page.locator("#problem").textContent(), /deck\.toml is not valid TOML/);
    assert.equal(await page.locator("#card-S001").count(), 1);
  } finally {
    writeFileSync(toml, whole);
  }
  await page.locator("#problem").waitFor({ state: "hidden" });
});
