// The page: takes a deck from a file or from ?deck=, verifies it and starts its game.

import { DeckError, readDeck, verify } from "./deck.js";
import { el, fill, say } from "./dom.js";
import { QuizwizPage } from "./quizwiz-page.js";
import { WitsPage } from "./wits-page.js";

const PAGES = { quizwiz: QuizwizPage, "wits-and-wagers-family": WitsPage };
const HASHES = {
  true: "Unchanged since it was built.",
  false: "Changed since it was built: do not trust its answers.",
  null: "Whether it is unchanged can only be told on a secure page.",
};

async function start(load) {
  const root = document.getElementById("play");
  try {
    const deck = readDeck(await load());
    const same = await verify(deck);
    fill(document.getElementById("about"), about(deck, same));
    new PAGES[deck.game](deck, root);
    say(`${deck.deck.title} is ready.`);
  } catch (error) {
    fill(root);
    fill(document.getElementById("about"));
    say(error instanceof DeckError ? error.message : `The deck cannot be loaded: ${error.message}`);
  }
}

function about(deck, same) {
  const { title, version, as_of, licence } = deck.deck;
  return [
    el("strong", {}, `${title} ${version}`),
    document.createTextNode(`, true as of ${as_of}, ${licence}. `),
    el("span", { id: "hash", class: same === false ? "wrong" : "" }, HASHES[same]),
  ];
}

async function fetched(url) {
  const answer = await fetch(url, { credentials: "omit" });
  if (!answer.ok) throw new DeckError(`${url} answers ${answer.status}.`);
  return answer.text();
}

const picker = document.getElementById("file");
picker.addEventListener("change", () => {
  const [file] = picker.files;
  if (file) start(() => file.text());
});

const url = new URLSearchParams(location.search).get("deck");
if (url) start(() => fetched(url));
