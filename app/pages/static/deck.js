// The page of a deck with scripts: editing by token, a copy of one's own, buttons that copy. It is whole without them.

import { Refused, ask, freshKey } from "./calls.js";
import { offerCopies } from "./copying.js";
import { Editing } from "./editing.js";
import { forget, idOf, keep, kept, take } from "./tokens.js";

const id = idOf(location.pathname);
const page = () => document.querySelector("h1[data-deck]");

const said = (words) => {
  document.querySelector("#said").textContent = words;
};

/** Show the page as the token opens it: after a change, and where the deck is private. */
const show = async (path, words = "", isOpen = false) => {
  const reply = await ask("GET", path, { token: kept(id), headers: { Accept: "text/html" } });
  const shown = new DOMParser().parseFromString(await reply.text(), "text/html");
  document.title = shown.title;
  document.querySelector("main").replaceWith(shown.querySelector("main"));
  await begin(isOpen);
  said(words);
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted) wanted.scrollIntoView();
  else page().focus();
};

const saved = (words) => {
  const path = `/d/${page().dataset.deck}`;
  history.replaceState(null, "", path);
  return show(path, words);
};

const offerEditing = async (isOpen) => {
  const panel = document.querySelector("#editing").content.cloneNode(true).firstElementChild;
  document.querySelector("#said").after(panel);
  const editing = new Editing(panel, page().dataset.deck, kept(id), saved);
  panel.addEventListener("toggle", () => editing.before ?? editing.act(null, () => editing.load()));
  panel.open = isOpen;
};

const offerFork = () => {
  const button = document.querySelector("#fork");
  const { deck, revision, visibility } = page().dataset;
  let key = freshKey();
  const fork = async () => {
    const body = { revision: Number(revision), ...(visibility === "private" ? { visibility } : {}) };
    const headers = { "Idempotency-Key": key };
    const made = await (await ask("POST", `/v1/decks/${deck}/fork`, { token: kept(id), body, headers })).json();
    key = freshKey();
    if (keep(idOf(made.url), made.token)) location.assign(made.url);
    else said(`This browser keeps nothing. Your copy is changed by this link alone: ${location.origin}${made.url}#${made.token}`);
  };
  button.hidden = false;
  button.addEventListener("click", () =>
    fork().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      said(`No copy was made. ${error.message}`);
    }),
  );
};

/** Offer what this page can do. */
const begin = async (isOpen) => {
  offerCopies(document);
  if (!page()) return;
  if (page().dataset.deck) offerFork();
  if (kept(id)) await offerEditing(isOpen);
};

const offerForgetting = () => {
  const told = document.createElement("p");
  const button = document.createElement("button");
  button.textContent = "Forget the token";
  button.addEventListener("click", () => {
    forget(id);
    told.remove();
  });
  told.append("The token that this browser keeps for this address opens no deck. ", button);
  document.querySelector("h1").after(told);
};

/** Show what a token opens: there may be a private deck, or none. */
const open = async (isOpen) => {
  try {
    await show(location.pathname + location.search, "", isOpen);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    offerForgetting();
  }
};

addEventListener("hashchange", () => id && take(id) && open(true));
const isTaken = Boolean(id) && take(id);
if (page()) await begin(isTaken);
else if (id && kept(id)) await open(isTaken);
