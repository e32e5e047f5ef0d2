/**
 * What the generated types are good for: a match of every game, and a spell with two targets in two calls.
 *
 * `api.ts` is made from `openapi.yaml` by openapi-typescript. Run as `node smoke.js URL`.
 */

import type { components, paths } from "./api";
import position from "./position.json";

type Schemas = components["schemas"];
type Json = "application/json";
type Posted<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { [T in Json]: infer Body } }; responses: { 200: { content: { [T in Json]: infer Answer } } } };
}
  ? { body: Body; answer: Answer }
  : never;
type Read<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { [T in Json]: infer Answer } } } };
}
  ? Answer
  : never;

declare const process: { argv: string[]; exitCode: number };

const MOST_STEPS = 2000;
const NOT_PLAYED = new Set(["concede", "offer_draw"]);

class Service {
  calls = 0;

  constructor(private readonly url: string) {}

  async get<P extends keyof paths>(path: P, game = ""): Promise<Read<P>> {
    return this.answer(await fetch(this.url + path.replace("{game}", game)));
  }

  async post<P extends keyof paths>(path: P, game: string, body: Posted<P>["body"]): Promise<Posted<P>["answer"]> {
    this.calls += 1;
    return this.answer(
      await fetch(this.url + path.replace("{game}", game), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  }

  private async answer<T>(response: Response): Promise<T> {
    if (!response.ok) {
      const problem = (await response.json()) as Schemas["Problem"];
      throw new Error(`${problem.code}: ${problem.detail}`);
    }
    return (await response.json()) as T;
  }
}

/** As many players as the game needs, with the decks that ship with it, where it has any. */
function seats(game: Schemas["GameDescribed"]): Schemas["SeatSetup"][] {
  const decks = game.sets.flatMap((each) => each.decks);
  return Array.from({ length: game.seats.min }, (_, n) => {
    const deck = decks[n % decks.length];
    return {
      name: `Seat ${n}`,
      ...(deck && { deck: { format: deck.format, sections: deck.sections, options: deck.options } }),
    };
  });
}

/** One of the actions on offer, the same ones each time. */
function picked(offered: Schemas["Offered"][], step: number): Schemas["Action"] {
  const played = offered.filter((each) => !NOT_PLAYED.has(each.action.type));
  return (played.length ? played : offered)[(step * 7919) % (played.length || offered.length)]!.action;
}

/** The life of each seat, read from the state of whichever game it is. */
function lives(state: Schemas["State"]): string {
  if (state.game === "maha-yodha") {
    return state.players.map((player) => `${player.life} life, ${player.valor ?? 0} Valor`).join(" : ");
  }
  return state.players.map((player) => player.name).join(" : ");
}

/** A whole match, each step one call; how it ended. */
async function play(service: Service, key: string): Promise<string> {
  const game = await service.get("/v1/games/{game}", key);
  const begun = await service.post("/v1/games/{game}/start", key, {
    players: seats(game),
    chance: { mode: "seeded", seed: "typescript" },
    include: ["state", "legal_actions", "labels"],
  });
  let state = begun.state!;
  let offered = begun.legal_actions!;
  for (let step = 1; step < MOST_STEPS; step += 1) {
    const told = await service.post("/v1/games/{game}/resolve", key, {
      state,
      action: picked(offered, step),
      include: ["state", "events", "legal_actions", "text"],
    });
    if (told.verdict !== "legal") {
      throw new Error(`offered and ${told.verdict}: ${JSON.stringify(told.violations)}`);
    }
    if (told.result) {
      return `${game.name}: ${told.result.outcome} by ${told.result.reason} after ${step} actions; ${lives(told.state!)}`;
    }
    state = told.state!;
    offered = told.legal_actions!;
  }
  throw new Error(`${key}: no end after ${MOST_STEPS} actions`);
}

/** A spell with two targets: one call lists it with its targets, one sends the whole of it. */
async function cast(service: Service): Promise<string> {
  const before = service.calls;
  const listed = await service.post("/v1/games/{game}/legal-actions", position.game, {
    state: position,
    player: 0,
    expand: 500,
  });
  const first = listed.actions.find((each) => each.next)!;
  const second = first.next!.actions[0]!;
  const told = await service.post("/v1/games/{game}/resolve", position.game, {
    state: position,
    actions: [first.action, second.action],
  });
  return `${first.label} + ${second.label}: ${told.verdict} in ${service.calls - before} calls`;
}

async function main(url: string): Promise<void> {
  const service = new Service(url);
  const { games } = await service.get("/v1/games");
  for (const { game } of games) {
    console.log(await play(service, game));
  }
  console.log(await cast(service));
}

main(process.argv[2]!).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
