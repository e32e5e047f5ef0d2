// The reference page with scripts: a search over everything, links that open what they lead to, and calls to be tried.

const parts = [...document.querySelectorAll("details.operation, details.shape")];
const words = new Map(parts.map((part) => [part, part.textContent.toLowerCase()]));

const form = document.querySelector("form.search");
const field = document.querySelector("#search");
const found = document.querySelector("#found");

const search = () => {
  const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const part of parts) {
    const fits = asked.every((word) => words.get(part).includes(word));
    part.hidden = !fits;
    count += fits ? 1 : 0;
  }
  for (const group of document.querySelectorAll("section.group")) {
    group.hidden = !group.querySelector("details:not([hidden])");
  }
  found.textContent = asked.length ? `${count} of ${parts.length} fit.` : "";
};

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", search);

const open = () => {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part instanceof HTMLDetailsElement) {
    part.hidden = false;
    part.open = true;
    part.querySelector("summary").focus();
  }
};
addEventListener("hashchange", open);
open();

// -- trying a call ----------------------------------------------------------------------------------

const made = (name, attributes = {}, ...inside) => {
  const element = Object.assign(document.createElement(name), attributes);
  element.append(...inside);
  return element;
};

const labelled = (operation, name, value, long) => {
  const id = `try-${operation.id}-${name}`;
  const input = made(long ? "textarea" : "input", { id, value: value ?? "", spellcheck: false, rows: 10 });
  return [made("label", { htmlFor: id, textContent: name }), input];
};

const inputs = (operation) =>
  [...operation.querySelectorAll("[data-in]")].map((each) => {
    const { in: place, name, example } = each.dataset;
    const [label, input] = labelled(operation, name, place === "path" ? example : "", false);
    return { place, name, label, input };
  });

const address = (operation, given) => {
  const path = operation.dataset.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(given.find((each) => each.place === "path" && each.name === name)?.input.value ?? ""),
  );
  const asked = given.filter((each) => each.place === "query" && each.input.value);
  const query = new URLSearchParams(asked.map((each) => [each.name, each.input.value])).toString();
  return query ? `${path}?${query}` : path;
};

const readable = (text, type) => (/json$/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text);

const send = async (operation, given, body, media, answer) => {
  const headers = Object.fromEntries(
    given.filter((each) => each.place === "header" && each.input.value).map((each) => [each.name, each.input.value]),
  );
  if (body) headers["Content-Type"] = media;
  const method = operation.dataset.method;
  try {
    const reply = await fetch(address(operation, given), { method, headers, body: body?.value });
    const type = (reply.headers.get("Content-Type") ?? "").split(";")[0];
    answer.textContent = `${reply.status} ${type}\n\n${readable(await reply.text(), type)}`;
  } catch (error) {
    answer.textContent = `No answer: ${error.message}`;
  }
};

const offer = (operation) => {
  const given = inputs(operation);
  const example = operation.querySelector("pre.example");
  const [label, body] = example ? labelled(operation, "body", example.textContent, true) : [];
  const answer = made("pre", { tabIndex: 0, ariaLabel: "The answer", textContent: "" });
  answer.setAttribute("role", "status");
  const button = made("button", { type: "submit", textContent: "Send" });
  const trial = made("form", { className: "trial" }, made("h3", { textContent: "Try it" }));
  for (const each of given) trial.append(each.label, each.input);
  if (body) trial.append(label, body);
  trial.append(button, answer);
  trial.addEventListener("submit", (event) => {
    event.preventDefault();
    send(operation, given, body, example?.dataset.media, answer);
  });
  operation.append(trial);
};

for (const operation of document.querySelectorAll("details.operation")) {
  operation.addEventListener("toggle", () => offer(operation), { once: true });
}
