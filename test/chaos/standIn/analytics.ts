import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceTrip } from '../service.ts';
import { tripsOfDriver } from '../world.ts';
import { followMoods } from './mood.ts';

/** The analytics service as a process of its own: `PORT`, `SEED`, `TRIPS`, `STARTED_AT` and `API_KEY` tell what it knows. */
const world = { seed: Number(process.env['SEED']), trips: Number(process.env['TRIPS']) };
const startedAt = new Date(process.env['STARTED_AT']!);
const moods = followMoods(`analytics ${world.seed}`);
/** Trips that were asked for before they could be read, and how often. */
const askedTooEarly = new Map<string, number>();

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object, headers: Record<string, string> = {}): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  const mood = moods.next();
  if (mood === 'takes_and_drops') return void request.socket.destroy();
  if (mood === 'hangs' || mood === 'takes_and_hangs') {
    await moods.over();
    return void request.socket.destroy();
  }
  if (mood === 'limits') return send(429, { error: 'too many requests' }, { 'retry-after': '1' });
  if (mood === 'broken') return send(503, { error: 'try again later' });
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (url.searchParams.get('apikey') !== process.env['API_KEY'])
    return send(401, { error: 'invalid apikey' });
  const range = {
    start_date: url.searchParams.get('start_date'),
    end_date: url.searchParams.get('end_date'),
  };
  if (url.pathname === '/v3/groups') return send(200, { group_ids: [] });
  if (url.pathname === '/v3/drivers') return send(200, { ...range, drivers: [] });
  const asked = /^\/v3\/driver\/([^/]+)\/(?:score|trips|trip\/([^/]+))$/.exec(url.pathname);
  if (!asked) return send(404, { error: 'no such resource' });
  const [driverId, tripId] = asked.slice(1, 3).map((part) => decodeURIComponent(part ?? ''));
  if (url.pathname.endsWith('/score')) return send(200, { ...range, info: {}, driving_behavior: {} });
  if (url.pathname.endsWith('/trips')) return send(200, { ...range, trips: [] });
  const trip = tripsOfDriver(world, driverId!).find((each) => each.tripId === tripId);
  const key = `${driverId} ${tripId}`;
  const early = askedTooEarly.get(key) ?? 0;
  if (!trip || early < trip.unreadable) {
    if (trip) askedTooEarly.set(key, early + 1);
    return send(404, { error: 'the given trip id is not valid' });
  }
  const fields = (url.searchParams.get('fields') ?? 'info,driving_behavior').split(',');
  const sections = Object.entries(serviceTrip(trip, startedAt));
  send(200, Object.fromEntries(sections.filter(([name]) => name === 'trip_id' || fields.includes(name))));
}

createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
