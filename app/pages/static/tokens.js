// The token of a deck: taken out of the address, kept in this browser, and given to nobody but the service's own calls.

const FRAGMENT = /^#(?:token=|edit=)?(rodeck_[0-9a-z-]{20,60})$/i;
const CONFUSED = { I: "1", L: "1", O: "0" };

const inMemory = new Map();

/** The id of a deck as it is kept, however it stands in the address. */
export const tidy = (id) =>
  id
    .toUpperCase()
    .replaceAll("-", "")
    .replace(/[ILO]/g, (letter) => CONFUSED[letter]);

/** The id of the deck whose page has this path, if it is one. */
export const idOf = (path) => {
  const found = /^\/d\/([^/]{1,60})/.exec(path);
  return found ? tidy(decodeURIComponent(found[1])) : null;
};

const place = (id) => `rules-oracle:token:${id}`;

/** Keep a token; false where this browser keeps nothing, so that it is lost with the page. */
export const keep = (id, token) => {
  inMemory.set(id, token);
  try {
    localStorage.setItem(place(id), token);
    return true;
  } catch {
    return false;
  }
};

/** The token that is kept for a deck, if there is one. */
export const kept = (id) => {
  try {
    return localStorage.getItem(place(id)) ?? inMemory.get(id);
  } catch {
    return inMemory.get(id);
  }
};

/** Keep it no longer. */
export const forget = (id) => {
  inMemory.delete(id);
  try {
    localStorage.removeItem(place(id));
  } catch {
    // Nothing was kept.
  }
};

/** Take a token out of the address, if it holds one, and keep it. */
export const take = (id) => {
  const found = FRAGMENT.exec(location.hash);
  if (!found) return false;
  history.replaceState(null, "", location.pathname + location.search);
  keep(id, found[1]);
  return true;
};
