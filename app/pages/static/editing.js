// The form that changes a deck, for whoever has a token of it.

import { Refused, ask } from "./calls.js";
import { forget, tidy } from "./tokens.js";

const WORDS = /^(?:name|author|description|tag): ?/i;
const MEANT = {
  unknown_card: "no card is called this",
  ambiguous_card: "several cards are called this",
  bad_count: "a number from 1 to 999 is expected",
  no_section: "the section is missing in which this card stands",
  unknown_heading: "no section is called this",
  no_count: "how many? A line begins with a number",
  other_game: "this deck is of another game",
  too_many_lines: "more lines than are read",
};
const LATE =
  "Somebody else changed this deck since you opened it. Nothing was saved; what you wrote still stands here.";

const fields = (form) => ({
  name: form.elements.name.value.trim(),
  author: form.elements.author.value.trim() || null,
  description: form.elements.description.value.trim() || null,
  tags: form.elements.tags.value.split(",").map((each) => each.trim()).filter(Boolean),
});

const item = (...inside) => {
  const line = document.createElement("li");
  line.append(...inside);
  return line;
};

const toLine = (area, number) => {
  const before = area.value.split("\n").slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  const end = area.value.indexOf("\n", before);
  area.focus();
  area.setSelectionRange(before, end < 0 ? area.value.length : end);
};

const diagnosed = (area, { line, text, code, suggestions }) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "line";
  button.textContent = `Line ${line}`;
  button.addEventListener("click", () => toLine(area, line));
  const hint = suggestions.length ? `; is one of these meant: ${suggestions.join(", ")}?` : "";
  return item(button, ` ${text ? `“${text}”: ` : ""}${MEANT[code] ?? code.replaceAll("_", " ")}${hint}`);
};

/** The form of one deck. `token` opens it, `shown` is called with a sentence once something was saved. */
export class Editing {
  constructor(panel, id, token, shown) {
    this.panel = panel;
    this.form = panel.querySelector("form");
    this.refusal = panel.querySelector(".refusal");
    this.status = panel.querySelector("[role=status]");
    Object.assign(this, { id, token, shown, address: `/v1/decks/${id}`, isBusy: false });
    this.form.addEventListener("submit", (event) => this.act(event, () => this.save()));
    const press = (name, what) => panel.querySelector(`.${name}`).addEventListener("click", what);
    press("reload", (event) => this.act(event, () => this.load()));
    press("over", (event) => this.act(event, () => this.saveOver()));
    press("link", () => this.showLink());
    press("forget", () => this.forget());
  }

  /** Do one thing at a time, and say what came of it. */
  async act(event, what) {
    event?.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.refusal.hidden = true;
    try {
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refuse(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Fill the form with the deck as it is now. */
  async load() {
    const reply = await ask("GET", this.address, { token: this.token, headers: { Accept: "application/json" } });
    this.etag = reply.headers.get("ETag");
    const { deck, visibility, revision } = await reply.json();
    const text = await (await ask("GET", `${this.address}?format=text`, { token: this.token })).text();
    const lines = text.split("\n").filter((line) => !WORDS.test(line));
    const { elements } = this.form;
    elements.name.value = deck.name;
    elements.author.value = deck.author ?? "";
    elements.description.value = deck.description ?? "";
    elements.tags.value = deck.tags.join(", ");
    elements.visibility.value = visibility;
    elements.text.value = lines.join("\n").trim();
    this.remember(visibility);
    this.revision = revision;
    this.game = deck.game;
    this.status.textContent = `The form holds revision ${revision}.`;
  }

  /** Take what the form holds for what is saved. */
  remember(visibility = this.before.visibility) {
    this.before = { text: this.form.elements.text.value, words: JSON.stringify(fields(this.form)), visibility };
  }

  /** Save what was changed, and nothing if nothing was. */
  async save() {
    const words = fields(this.form);
    const visibility = this.form.elements.visibility.value;
    const isMoved = visibility !== this.before.visibility;
    const isReworded = JSON.stringify(words) !== this.before.words;
    if (this.form.elements.text.value !== this.before.text) {
      const deck = await this.read();
      if (!deck) return;
      await this.write("PUT", { deck: { ...deck, ...words } });
      this.remember();
      if (isMoved) await this.write("PATCH", { visibility });
    } else if (isReworded || isMoved) {
      await this.write("PATCH", { ...(isReworded ? words : {}), ...(isMoved ? { visibility } : {}) });
    } else {
      this.status.textContent = "Nothing is changed.";
      return;
    }
    this.shown(`Saved as revision ${this.revision}.`);
  }

  /** The deck that the text holds; where a line is not understood it is said, and nothing is given. */
  async read() {
    const body = { game: this.game, text: this.form.elements.text.value };
    const { deck, diagnostics } = await (await ask("POST", "/v1/decks/import", { body })).json();
    if (!diagnostics.length) return deck;
    const lines = diagnostics.map((each) => diagnosed(this.form.elements.text, each));
    this.say("Nothing was saved: not every line is understood.", lines);
    return null;
  }

  /** Write the next revision over the one that the form was filled with. */
  async write(method, body) {
    const reply = await ask(method, this.address, { token: this.token, body, headers: { "If-Match": this.etag } });
    this.etag = reply.headers.get("ETag");
    this.revision = (await reply.json()).latest;
  }

  /** Save over what somebody else wrote. */
  async saveOver() {
    const reply = await ask("GET", this.address, { token: this.token, headers: { Accept: "application/json" } });
    this.etag = reply.headers.get("ETag");
    await this.save();
  }

  /** Say why something was refused. */
  refuse({ status, message, problem }) {
    if (status === 412) {
      this.say(LATE, [], true);
    } else if (status === 401 || status === 403) {
      this.say(`Nothing was saved: the token that this browser keeps may not change this deck. ${message}`, []);
    } else {
      const lines = (problem.errors ?? []).map((each) => item(`${each.detail} (${each.pointer})`));
      this.say(`${problem.title ?? "Refused"}. ${lines.length ? "" : message}`, lines);
    }
  }

  /** Show a refusal, and what can be done where somebody else was first. */
  say(words, lines, isLate = false) {
    this.refusal.querySelector("p").textContent = words;
    this.refusal.querySelector("ul").replaceChildren(...lines);
    this.refusal.querySelector(".late").hidden = !isLate;
    this.refusal.hidden = false;
    this.refusal.focus();
  }

  /** Show the link with the token, because somebody asked for it. */
  showLink() {
    const place = this.panel.querySelector(".edit-link");
    place.hidden = false;
    const input = place.querySelector("input");
    input.value = `${location.origin}/d/${this.id}#${this.token}`;
    input.select();
  }

  /** Forget the token, and with it the form. */
  forget() {
    forget(tidy(this.id));
    this.panel.remove();
    document.querySelector("h1").focus();
  }
}
