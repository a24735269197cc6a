import { connect } from 'node:net';
import type { Socket } from 'node:net';
import express from 'express';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MOST_LIVE_EVENTS } from '../../../../server/background/index.ts';
import { routeMaker } from '../../../../server/api/http/index.ts';
import { liveRoutes } from '../../../../server/api/live/index.ts';
import { createAuthenticator } from '../../../../server/access/index.ts';
import type { Authenticator } from '../../../../server/access/index.ts';
import { Problem, listen, mountRoutes, problemHandler, requestLog } from '../../../../server/http/index.ts';
import type { Listening } from '../../../../server/http/index.ts';
import { readStream } from '../../eventStream.ts';
import type { EventStream } from '../../eventStream.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

/** Tests streams with small limits, whose token can be revoked. */
let listening: Listening;
let serve: (missedAMinute: number) => Promise<Listening>;
let credential: 'known' | 'revoked' | 'unsure' = 'known';
const opened: EventStream[] = [];

const server = useServer();
beforeAll(async () => {
  const own = createAuthenticator(server.deps);
  const authenticator: Authenticator = {
    ...own,
    identify(...args) {
      if (credential === 'revoked') throw new Problem(401, 'This API token is not known.');
      return own.identify(...args);
    },
    async isCurrent(...args) {
      if (credential === 'unsure') throw new Error('The database does not answer.');
      return credential === 'known' && own.isCurrent(...args);
    },
  };
  serve = (missedAMinute) => {
    const limits = {
      streams: 4,
      pingEveryMs: 30,
      checkEveryMs: 30,
      waitingBytes: 50_000,
      pageWithinMs: 500,
      page: 20,
      missedAMinute,
    };
    const app = express();
    app.use(requestLog(server.deps.log));
    mountRoutes(
      app,
      liveRoutes(routeMaker(authenticator, { database: server.database }), server.deps, limits),
    );
    app.use(problemHandler);
    return listen(app, { host: '127.0.0.1', port: 0 });
  };
  listening = await serve(1_000_000);
});
afterEach(async () => {
  credential = 'known';
  await Promise.all(opened.splice(0).map((stream) => stream.leave()));
  await expect.poll(() => server.deps.live.open.size).toBe(0);
});
afterAll(() => listening.close());

async function open(
  lastEventId?: string,
  fleet: 'north' | 'south' = 'north',
  { url: server } = listening,
): Promise<EventStream> {
  const url = `${server}/api/v1/fleets/${fleet}/events`;
  const token = fleet === 'north' ? TOKENS.viewer : TOKENS.southAdmin;
  const stream = await readStream(url, { token, lastEventId });
  opened.push(stream);
  return stream;
}

/** Makes events in one transaction. */
async function make(count: number): Promise<void> {
  await sql`insert into fleet_alarms (fleet_id, kind, subject, message, raised_at, last_seen_at)
    select 'north', 'recipients', gen_random_uuid(), '', now(), now() from generate_series(1, ${count})`.execute(
    server.db,
  );
}

it('has a comment now and then, with an id that keeps it young', async () => {
  const stream = await open();
  await expect.poll(() => stream.comments()).toBeGreaterThan(2);
  const first = stream.lastId();
  await expect.poll(() => stream.lastId()).not.toBe(first);
  expect(stream.events).toEqual([]);
});

it('ends soon after its token was taken back', async () => {
  const stream = await open();
  await expect.poll(() => stream.comments()).toBeGreaterThan(0);
  credential = 'revoked';
  await stream.ended;
  expect((await open()).status).toBe(401);
});

it('goes on while it cannot be found out whether its token is still valid', async () => {
  const stream = await open();
  credential = 'unsure';
  const before = stream.comments();
  await expect.poll(() => stream.comments()).toBeGreaterThan(before + 5);
  await make(1);
  await expect.poll(() => stream.events).toHaveLength(1);
});

it('catches up page by page', async () => {
  const stream = await open();
  await expect.poll(() => stream.lastId()).not.toBe('');
  await stream.leave();
  await make(95);
  const again = await open(stream.lastId());
  await expect.poll(() => again.events).toHaveLength(95);
  await make(1);
  await expect.poll(() => again.events).toHaveLength(96);
  expect(new Set(again.events.map(({ data }) => JSON.stringify(data))).size).toBe(96);
});

it('is told to read everything again when its fleet was sent all missed events of a minute, and is live from then on', async () => {
  const start = await open();
  await expect.poll(() => start.lastId()).not.toBe('');
  await start.leave();
  await make(30);
  const small = await serve(50);
  try {
    const first = await open(start.lastId(), 'north', small);
    await expect.poll(() => first.events).toHaveLength(30);
    await first.leave();
    const second = await open(start.lastId(), 'north', small);
    await expect.poll(() => second.events.at(-1)).toMatchObject({ event: 'reset' });
    await make(1);
    await expect.poll(() => second.events.at(-1)).toMatchObject({ event: 'alarm' });
    const south = await open(start.lastId(), 'south', small);
    await expect.poll(() => south.lastId()).not.toBe('');
    expect(south.events).toEqual([]);
    await Promise.all([second, south].map((stream) => stream.leave()));
  } finally {
    await small.close();
  }
});

it('is refused once its fleet has as many as are free, while another fleet still gets one', async () => {
  const streams = [await open(), await open()];
  const refused = await open();
  expect([...streams, refused].map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(refused.headers.get('retry-after')).toBe('30');
  const south = await open(undefined, 'south');
  expect(south.status).toBe(200);
  await south.leave();
  await expect.poll(() => server.deps.live.open.size).toBe(2);
  await streams[0]!.leave();
  await expect.poll(async () => (await open()).status).toBe(200);
});

it('is cut off when its reader does not read, and nothing is kept for it', async () => {
  const start = await open();
  await expect.poll(() => start.lastId()).not.toBe('');
  const live = await unread();
  await expect.poll(() => server.deps.live.open.size).toBe(2);
  // More than the operating system buffers for a socket.
  for (let turn = 0; turn < 400 && server.deps.live.open.size === 2; turn += 1) await make(1_000);
  expect(server.deps.live.open.size).toBe(1);
  live.destroy();
  expect(server.logged()).toContain('a reader of live events was too slow');
}, 60_000);

/** Opens a connection that requests a stream and reads nothing of it. */
async function unread(): Promise<Socket> {
  const { hostname, port } = new URL(listening.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  socket.write(
    `GET /api/v1/fleets/north/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKENS.viewer}\r\n\r\n`,
  );
  return socket;
}

it('asks a reader that missed very many events to read everything again', async () => {
  const start = await open();
  await expect.poll(() => start.lastId()).not.toBe('');
  await start.leave();
  await make(MOST_LIVE_EVENTS + 1);
  const again = await open(start.lastId());
  await expect.poll(() => again.events.at(-1)?.event, { timeout: 20_000 }).toBe('reset');
}, 30_000);
