import { isIP } from 'node:net';
import express from 'express';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../api/index.ts';
import { ENDPOINTS } from '../faults/index.ts';
import { EVENT_TYPES, TRIP_KINDS } from '../world/index.ts';
import type { EventName } from '../world/index.ts';
import { WishError } from './driving.ts';
import type { Simulator } from './handle.ts';

const eventName = z.enum(Object.keys(EVENT_TYPES) as [EventName, ...EventName[]]);
const seconds = z.number().min(0);
const hit = {
  share: z.number().min(0).max(1),
  next: z.number().int().min(0),
  endpoints: z.array(z.enum(ENDPOINTS)),
  trips: z.array(z.string()),
};
const optionalHit = z.object(hit).partial();

const tripsSchema = z
  .strictObject({
    kind: z.enum(TRIP_KINDS),
    driver_id: z.string(),
    trip_id: z.string().min(1),
    count: z.number().int().min(1).max(10_000),
    start_time: z.string(),
    end_time: z.string(),
    duration_seconds: z.number().positive(),
    distance_km: z.number().min(0),
    score: z.number(),
    session_id: z.string(),
    tracking_id: z.string(),
    events: z.array(z.strictObject({ type: eventName, count: z.number().int().min(1).default(1) })),
    readable_after_seconds: seconds,
    notify: z.boolean(),
    copies: z.number().int().min(1).max(1_000),
  })
  .partial();
const rescoreSchema = z
  .strictObject({
    events: z.array(eventName),
    score: z.number(),
    notify: z.boolean(),
    after_seconds: seconds,
  })
  .partial();
const scoreSchema = z.strictObject({ drop: z.number(), from: z.string().optional() });
const faultsSchema = z
  .strictObject({
    latency_ms: z.number().min(0),
    limited: optionalHit.extend({ retry_after_seconds: seconds.optional() }),
    failing: optionalHit.extend({ status: z.number().int().min(400).max(599).optional() }),
    dropped: optionalHit,
    garbled: optionalHit,
    refuse_key: z.union([z.literal(401), z.literal(403)]),
    out: z.strictObject({ seconds, how: z.enum(['broken_connection', 'unavailable']).optional() }),
  })
  .partial();

/**
 * Returns the router of the control endpoints, for the path `/control`. Requests and answers are JSON and need no key. Only
 * programs may call them, not web pages (`programsOnly`).
 */
export function controlRouter(simulator: Simulator, ownHost: string): Router {
  const router = Router();
  router.use(programsOnly(ownHost), express.json({ limit: '10mb', strict: false }));
  router.get('/', (_request, response) => void response.json(simulator.state()));
  router.post('/trips', (request, response) => {
    const { count = 1, ...wish } = parse(tripsSchema, request);
    const trips = Array.from({ length: count }, () => wished(() => simulator.drive(camel(wish))));
    response.status(201).json({ trips: trips.map(snake) });
  });
  router.post('/trips/:driver_id/:trip_id/rescore', (request, response) => {
    const change = parse(rescoreSchema, request);
    wished(() => simulator.rescore(idsOf(request), camel(change)));
    response.json({ success: true });
  });
  router.post('/trips/:driver_id/:trip_id/notify', (request, response) => {
    wished(() =>
      simulator.notify(
        idsOf(request),
        parse(z.object({ copies: z.number().int().min(1).default(1) }), request).copies,
      ),
    );
    response.json({ success: true });
  });
  router.get('/drivers', (request, response) => {
    const [limit, offset] = [Number(request.query['limit'] ?? 100), Number(request.query['offset'] ?? 0)];
    response.json({ drivers: simulator.drivers({ limit, offset }).map(snake) });
  });
  router.post('/drivers/:driver_id/score', (request, response) => {
    const { drop, from } = parse(scoreSchema, request);
    const fromDate = from === undefined ? {} : { from };
    wished(() => simulator.dropScore(idsOf(request).driverId, { points: drop, ...fromDate }));
    response.json({ success: true });
  });
  router.get('/notifications', (request, response) => void response.json(notifications(simulator, request)));
  router.post('/notifications', (request, response) => {
    simulator.sendBody(request.body);
    response.status(201).json({ success: true });
  });
  router.put('/webhook', (request, response) => {
    simulator.setWebhook(parse(z.strictObject({ url: z.url().nullable() }), request).url ?? undefined);
    response.json({ success: true });
  });
  router.post('/clock', (request, response) => {
    simulator.advance(parse(z.strictObject({ advance_seconds: seconds }), request).advance_seconds);
    response.json(simulator.state());
  });
  router.get('/requests', (_request, response) => void response.json({ requests: simulator.requests() }));
  router.delete('/requests', (_request, response) => {
    simulator.clearRequests();
    response.json({ success: true });
  });
  faultRoutes(router, simulator);
  return router;
}

function faultRoutes(router: Router, simulator: Simulator): void {
  const answer = (response: Response): void => void response.json(snakeDeep(simulator.faults.current()));
  const set = (request: Request, first: () => void): void => {
    const { out, ...faults } = parse(faultsSchema, request);
    first();
    simulator.faults.set(camel(faults));
    if (out) simulator.faults.outFor(out.seconds, out.how);
  };
  router.get('/faults', (_request, response) => answer(response));
  router.put('/faults', (request, response) => {
    set(request, () => simulator.faults.clear());
    answer(response);
  });
  router.patch('/faults', (request, response) => {
    set(request, () => undefined);
    answer(response);
  });
  router.delete('/faults', (_request, response) => {
    simulator.faults.clear();
    answer(response);
  });
}

function notifications(simulator: Simulator, request: Request): unknown {
  const { trip_id: tripId, driver_id: driverId, state } = request.query;
  const found = simulator
    .webhooks()
    .filter(
      (delivery) =>
        (tripId === undefined || delivery.tripId === tripId) &&
        (driverId === undefined || delivery.driverId === driverId) &&
        (state === undefined || delivery.state === state),
    );
  return { notifications: found.map(snake) };
}

function parse<T>(schema: z.ZodType<T>, request: Request): T {
  const parsed = schema.safeParse(request.body ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `/${issue.path.map(String).join('/')}: ${issue.message}`);
  throw new ApiError(400, issues.join('; '));
}

function wished<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof WishError) throw new ApiError(400, error.message);
    throw error;
  }
}

function idsOf(request: Request): { driverId: string; tripId: string } {
  return { driverId: String(request.params['driver_id']), tripId: String(request.params['trip_id'] ?? '') };
}

/**
 * The type with its field names in camel case, also in nested lists and objects. A request's `readable_after_seconds` is
 * `readableAfterSeconds` in code.
 */
type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [Key in keyof T as Key extends string ? CamelName<Key> : never]: Camel<Exclude<T[Key], undefined>> }
    : T;
type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

function camel<T extends object>(value: T): Camel<T> {
  return renamed(
    value,
    (name) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
    3,
  ) as Camel<T>;
}

function snake(value: object): unknown {
  return renamed(value, snakeName, 1);
}

function snakeDeep(value: object): unknown {
  return renamed(value, snakeName, 3);
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function renamed(value: unknown, rename: (name: string) => string, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, depth));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [rename(name), renamed(item, rename, depth - 1)]),
  );
}

/**
 * Refuses requests from web pages, because the control endpoints require no key. A browser on this machine can send requests here
 * for any page that it shows. Three checks refuse them:
 * - `Host` must be an IP address, `localhost` or the name on which the simulator listens. A page that reaches this machine under
 * the page's own name (DNS rebinding) sends that name.
 * - `Origin`, which browsers add and programs do not, must be the simulator's own address.
 * - A request with a body must be JSON. Forms cannot send JSON, and scripts cannot without a preflight request.
 * @param ownHost the name or address on which the simulator listens
 */
function programsOnly(ownHost: string): RequestHandler {
  return (request, _response, next) => {
    const host = request.headers.host ?? '';
    const name = nameOf(host);
    if (name === undefined || !(isIP(name) || name === 'localhost' || name === ownHost.toLowerCase()))
      throw new ApiError(403, 'The Host header names neither an address, localhost nor the host of --host.');
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${host}`)
      throw new ApiError(403, 'The Origin header names another site: web pages may not call this.');
    if (sendsContent(request) && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new ApiError(415, 'Send JSON, with the header "content-type: application/json".');
    next();
  };
}

/**
 * Returns the host name from a Host header, without port and without brackets of an IPv6 address. Returns undefined for an
 * invalid header.
 */
function nameOf(host: string): string | undefined {
  return /^(?:\[([^\]]+)\]|([^\s:/?#@[\]]+))(?::\d+)?$/.exec(host)?.slice(1).find(Boolean)?.toLowerCase();
}

function sendsContent({ method }: Request): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
