import express from 'express';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { routeMaker } from '../../../server/api/http/index.ts';
import { createAuthenticator } from '../../../server/access/index.ts';
import { listen, mountRoutes, problemHandler, requestLog } from '../../../server/http/index.ts';
import type { Listening } from '../../../server/http/index.ts';
import { openDatabase } from '../../../store/db/index.ts';
import type { Database } from '../../../store/db/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

/** Tests routes that take as long as PostgreSQL sleeps, on a database with few connections. */
const test = useDatabase();
let database: Database;
let listening: Listening;
/** Unanswered requests whose client is still connected. */
let open = 0;
let counted = 0;
let release = (): void => undefined;
const released = new Promise<void>((resolve) => (release = resolve));

const server = useServer({}, { on: test });
beforeAll(async () => {
  database = openDatabase(test.url, { poolSize: 2, readingPoolSize: 8, readingTimeoutMs: 1_500 });
  const api = routeMaker(createAuthenticator(server.deps), { database });
  const answer = { description: 'Done.', schema: z.object({ done: z.boolean() }) };
  const common = { tag: 'Test', summary: 'Test', answer, role: 'viewer' } as const;
  const sleep = (seconds: number) => async () => {
    await sql`select pg_sleep(${seconds})`.execute(database.db);
    return { done: true };
  };
  const app = express();
  app.use(requestLog(server.deps.log));
  app.use((_request, response, next) => {
    open += 1;
    response.once('close', () => (open -= 1));
    next();
  });
  mountRoutes(app, [
    api({ ...common, method: 'get', path: '/slow', id: 'slow', run: sleep(60) }),
    api({ ...common, method: 'get', path: '/quick', id: 'quick', run: sleep(0) }),
    api({
      ...common,
      method: 'get',
      path: '/counted',
      id: 'counted',
      async run() {
        counted += 1;
        await released;
        return { done: true };
      },
    }),
    api({ ...common, method: 'post', path: '/written', id: 'written', run: sleep(0) }),
  ]);
  app.use(problemHandler);
  listening = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await listening.close();
  await database.close();
});

interface Call {
  readonly token: string;
  readonly method?: string;
  readonly signal?: AbortSignal;
}

const call = (path: string, options: Call) =>
  fetch(`${listening.url}/api/v1/fleets/${options.token === TOKENS.southAdmin ? 'south' : 'north'}${path}`, {
    method: options.method ?? 'GET',
    headers: { authorization: `Bearer ${options.token}` },
    ...(options.signal && { signal: options.signal }),
  });

it('a flood of slow reads of one fleet leaves connections to others, and each read ends in time', async () => {
  const answered: string[] = [];
  const flood = Array.from({ length: 12 }, (_, index) =>
    call('/slow', { token: [TOKENS.viewer, TOKENS.editor, TOKENS.admin][index % 3]! }).then((response) => {
      answered.push('slow');
      return response;
    }),
  );
  await expect.poll(() => busyConnections()).toBe(3);
  const others = await Promise.all([
    call('/quick', { token: TOKENS.southAdmin }),
    call('/written', { token: TOKENS.southAdmin, method: 'POST' }),
    call('/written', { token: TOKENS.admin, method: 'POST' }),
    database.ping().then(() => ({ status: 200 })),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answered).toEqual([]);
  const ends = await Promise.all(flood);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([503]));
});

it('a read whose client left while it waited for its turn is not begun', async () => {
  const token = TOKENS.viewer;
  const running = [1, 2].map(() => call('/counted', { token }));
  await expect.poll(() => counted).toBe(2);
  const leave = new AbortController();
  const waiting = Array.from({ length: 20 }, () =>
    call('/counted', { token, signal: leave.signal }).catch(() => 'left'),
  );
  await expect.poll(() => open).toBe(22);
  leave.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']));
  await expect.poll(() => open).toBe(2);
  release();
  for (const { status } of await Promise.all(running)) expect(status).toBe(200);
  expect((await call('/counted', { token })).status).toBe(200);
  expect(counted).toBe(3);
});

async function busyConnections(): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
    test.db,
  );
  return Number(rows[0]!.count);
}
