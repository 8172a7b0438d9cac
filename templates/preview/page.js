// The preview's page: shows what state.json says, again whenever /changes sends a number.
// Texts enter the page as text only, never as markup.

const byId = (id) => document.getElementById(id);
const PIXELS = 3.78; // CSS pixels of a millimetre
const RANK = { error: 0, warning: 1, info: 2 };

let state = { decks: [] };
let deck = ""; // id of the deck that is shown
let large = ""; // id of the card that is shown large
let asked = 0; // number of the newest request for state.json
let kind = "";
let known = new Set(); // names of the pictures that were shown before

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function picture(name, size, large) {
  const [width, height] = size.map((side) => Math.round(side * PIXELS * (large ? 2 : 1)));
  return make("img", {
    src: `picture/${name}-${large ? 300 : 150}.png`, width, height, loading: "lazy", alt: "",
  });
}

function plural(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

// The card on which each finding shows: the one that prints its record.
function cardsOf({ cards, findings }) {
  const printed = new Map(cards.flatMap((card) => card.records.map((record) => [record, card])));
  return new Map(findings.map((finding) => {
    const record = finding.location.record ?? "";
    return [finding, printed.get(record) ?? printed.get(record.split(" ")[0])];
  }));
}

// A back that many cards share is shown once.
function sidesOf(card, shown) {
  const own = shown.has(card.back) || card.back === card.front ? [] : [[card.back, "back"]];
  shown.add(card.back);
  return [[card.front, "front"], ...own];
}

function showCard(card, found, shown) {
  const worst = found.map((f) => f.severity).sort((a, b) => RANK[a] - RANK[b])[0];
  const open = (name, what) => {
    const button = make("button", { type: "button", onclick: () => enlarge(card) });
    button.setAttribute("aria-label", `${card.id}, ${what}, enlarge`);
    button.append(picture(name, card.size, false));
    return button;
  };
  const sides = make("div", { className: "sides" }, ...sidesOf(card, shown).map((side) => open(...side)));
  const caption = make("figcaption", {}, make("b", { textContent: card.id }), card.kind);
  if (worst) caption.append(make("span", { className: `mark ${worst}`, textContent: plural(found.length, "finding") }));
  const node = make("figure", { className: "card", id: `card-${card.id}` }, sides, caption);
  if (known.size && !(known.has(card.front) && known.has(card.back))) node.classList.add("new");
  return node;
}

function enlarge(card) {
  large = card.id;
  const sides = [...new Set([card.front, card.back])].map((name) => picture(name, card.size, true));
  byId("large").querySelector("div").replaceChildren(...sides);
  if (!byId("large").open) byId("large").showModal();
}

function seek(card) {
  const node = byId(`card-${card.id}`);
  if (!node) return;
  document.querySelector(".sought")?.classList.remove("sought");
  node.classList.add("sought");
  node.scrollIntoView({ block: "center" });
}

function showFinding(finding, card) {
  const place = make("div", { className: "place", textContent: finding.place });
  const item = make("li", { className: finding.severity },
    make("b", { textContent: `${finding.severity} ${finding.code}` }), place,
    make("div", { textContent: finding.message }));
  if (finding.hint) item.append(make("div", { className: "hint", textContent: `→ ${finding.hint}` }));
  if (card) item.append(make("button", { type: "button", textContent: `Show ${card.id}`, onclick: () => { clear(); show(); seek(card); } }));
  return item;
}

function clear() {
  byId("search").value = "";
  byId("only").checked = false;
  kind = "";
}

function chip(text, pressed, onclick) {
  const button = make("button", { type: "button", textContent: text, onclick });
  button.setAttribute("aria-pressed", String(pressed));
  return button;
}

function matches(card, words) {
  const text = [card.id, ...card.records, card.text].join(" ").toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

function show() {
  const current = state.decks.find(({ id }) => id === deck) ?? state.decks[0];
  if (!current) return;
  const places = cardsOf(current);
  byId("title").textContent = document.title = `${current.title}: preview`;
  byId("decks").replaceChildren(...(state.decks.length > 1 ? state.decks : []).map((each) =>
    chip(each.title, each === current, () => { deck = each.id; kind = ""; show(); scrollTo(0, 0); })));

  const words = byId("search").value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const kinds = [...new Set(current.cards.map((card) => card.kind))];
  if (!kinds.includes(kind)) kind = "";
  byId("kinds").replaceChildren(chip("all", !kind, () => { kind = ""; show(); }), ...kinds.map((each) =>
    chip(each, each === kind, () => { kind = each; show(); })));

  const cards = [];
  const shown = new Set();
  for (const card of current.cards) {
    if ((kind && card.kind !== kind) || !matches(card, words)) continue;
    const found = current.findings.filter((finding) => places.get(finding) === card);
    if (found.length || !byId("only").checked) cards.push(showCard(card, found, shown));
  }
  byId("cards").replaceChildren(...cards);
  if (!cards.length) byId("cards").append(make("p", { className: "empty", textContent: current.cards.length ? "No card fits." : "There is nothing to print as yet." }));
  byId("count").textContent = `${cards.length} of ${plural(current.cards.length, "card")}`;

  const sorted = current.findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  byId("findings").replaceChildren(...sorted.slice(0, 200).map((each) => showFinding(each, places.get(each))));
  if (!sorted.length) byId("findings").append(make("li", { className: "empty", textContent: "No findings." }));
  const shownLarge = byId("large").open && current.cards.find(({ id }) => id === large);
  if (shownLarge) enlarge(shownLarge);
  if (sorted.length > 200) byId("findings").append(make("li", { textContent: `and ${sorted.length - 200} more: deckkit validate ${current.place}` }));
}

async function update() {
  const number = ++asked;
  const next = await fetch("state.json").then((answer) => answer.json()).catch(() => null);
  if (!next || number !== asked) return; // ended meanwhile, or overtaken by a later change
  known = new Set(state.decks.flatMap((each) => each.cards.flatMap((card) => [card.front, card.back])));
  state = next;
  byId("problem").textContent = state.problem;
  byId("problem").hidden = !state.problem;
  const all = state.decks.flatMap((each) => each.findings);
  const counts = Object.keys(RANK).map((severity) => [all.filter((f) => f.severity === severity).length, severity]);
  const said = counts.filter(([number]) => number).map(([number, severity]) => plural(number, severity).replace("infos", "notes")).join(", ");
  byId("status").textContent = `${said || "No findings"} · drawn in ${state.seconds} s at ${new Date().toLocaleTimeString()}`;
  show();
}

byId("search").addEventListener("input", show);
byId("only").addEventListener("change", show);
const changes = new EventSource("changes");
changes.onmessage = update;
changes.onerror = () => { byId("status").textContent = "deckkit preview does not answer; start it again in the terminal."; };
