// Calls of the public API, as any other client makes them. A token goes into `Authorization` and nowhere else.

/** What the service said no to, or that it said nothing: `problem` is its document (RFC 9457). */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? "The service gave no reason.");
    this.status = status;
    this.problem = problem;
  }
}

const NOTHING = { title: "No answer", detail: "The service did not answer. Look whether you are online and try again." };

const told = async (reply) => {
  try {
    return await reply.json();
  } catch {
    return { title: `The service answered ${reply.status}.` };
  }
};

/** Ask for something; throws `Refused`. */
export const ask = async (method, path, { token, body, headers = {} } = {}) => {
  const fields = { ...headers };
  if (token) fields.Authorization = `Bearer ${token}`;
  if (body) fields["Content-Type"] = "application/json";
  let reply;
  try {
    reply = await fetch(path, {
      method,
      headers: fields,
      body: body && JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
  } catch {
    throw new Refused(0, NOTHING);
  }
  if (!reply.ok) throw new Refused(reply.status, await told(reply));
  return reply;
};

/** A word that nobody guesses, which makes a creation that is sent twice happen once. */
export const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
