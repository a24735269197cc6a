import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceTrip } from '../service.ts';
import { GROUPS, driversOf, groupsOf, tripsOfDriver } from '../world.ts';
import { DELETION } from '../oracle.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { DeletedTrips } from './deletedTrips.ts';
import { followModes } from './mode.ts';

/**
 * The analytics service as a separate process. `PORT`, `SEED`, `TRIPS`, `STARTED_AT` and `API_KEY` configure it. It records
 * deleted trips in `JOURNAL` and requests to delete trips in `ATTEMPTS`.
 */
const world = { seed: Number(process.env['SEED']), trips: Number(process.env['TRIPS']) };
const startedAt = new Date(process.env['STARTED_AT']!);
const deleted = new DeletedTrips(process.env['JOURNAL']!);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`analytics ${world.seed}`);
/** Number of early reads of each trip, by driver and trip. */
const askedTooEarly = new Map<string, number>();

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object, headers: Record<string, string> = {}): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  const mode = moods.next();
  if (request.method === 'DELETE')
    attempts.note({ receiver: DELETION, text: decodeURIComponent(request.url ?? ''), fate: fateIn(mode) });
  if (mode === 'hangs') await moods.over();
  if (mode === 'hangs' || mode === 'cuts') return void request.socket.destroy();
  if (mode === 'limits') return send(429, { error: 'too many requests' }, { 'retry-after': '1' });
  if (mode === 'broken') return send(503, { error: 'try again later' });
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (url.searchParams.get('apikey') !== process.env['API_KEY'])
    return send(401, { error: 'invalid apikey' });
  const answer = answerTo(request.method ?? '', url);
  if (mode === 'takes_and_hangs') await moods.over();
  if (mode === 'takes_and_hangs' || mode === 'takes_and_drops') return void request.socket.destroy();
  send(answer.status, answer.body);
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const ok = (body: object): Answer => ({ status: 200, body });
const NO_SUCH_TRIP: Answer = { status: 404, body: { error: 'the given trip id is not valid' } };

function answerTo(method: string, url: URL): Answer {
  const range = {
    start_date: url.searchParams.get('start_date'),
    end_date: url.searchParams.get('end_date'),
  };
  if (url.pathname === '/v3/groups') return ok({ group_ids: GROUPS });
  if (url.pathname === '/v3/drivers') return ok({ ...range, drivers: driversIn(url.searchParams) });
  const asked = /^\/v3\/driver\/([^/]+)\/(?:score|trips|trip\/([^/]+))$/.exec(url.pathname);
  if (!asked) return { status: 404, body: { error: 'no such resource' } };
  const [driverId, tripId] = asked.slice(1, 3).map((part) => decodeURIComponent(part ?? '')) as [
    string,
    string,
  ];
  if (url.pathname.endsWith('/score')) return ok({ ...range, info: {}, driving_behavior: {} });
  if (url.pathname.endsWith('/trips')) return ok({ ...range, trips: [] });
  const trip = tripsOfDriver(world, driverId).find((each) => each.tripId === tripId);
  if (!trip) return NO_SUCH_TRIP;
  if (method === 'DELETE') return deleted.delete(driverId, tripId) ? ok({ success: true }) : NO_SUCH_TRIP;
  if (deleted.has(driverId, tripId)) return NO_SUCH_TRIP;
  const key = `${driverId} ${tripId}`;
  const early = askedTooEarly.get(key) ?? 0;
  if (early < trip.unreadable) {
    askedTooEarly.set(key, early + 1);
    return NO_SUCH_TRIP;
  }
  const fields = (url.searchParams.get('fields') ?? 'info,driving_behavior').split(',');
  const sections = Object.entries(serviceTrip(trip, startedAt));
  return ok(Object.fromEntries(sections.filter(([name]) => name === 'trip_id' || fields.includes(name))));
}

/** Returns a page of a group's drivers; none without a group, because a run never lists all drivers. */
function driversIn(query: URLSearchParams): object[] {
  const group = query.get('group_id');
  const offset = Number(query.get('offset') ?? 0);
  return driversOf(world)
    .filter((driverId) => groupsOf(driverId).some((each) => each === group))
    .slice(offset, offset + Number(query.get('limit') ?? 100))
    .map((driver_id) => ({ driver_id, info: {} }));
}

createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
