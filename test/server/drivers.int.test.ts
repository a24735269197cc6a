import { afterAll, beforeAll, expect, it } from 'vitest';
import { endErasure } from '../../store/erasures.ts';
import { useDatabase } from '../support/useDatabase.ts';
import { startServerInTest, TOKENS } from './serverFixture.ts';
import type { ServerInTest } from './serverFixture.ts';

const test = useDatabase();
let server: ServerInTest;
beforeAll(async () => {
  server = await startServerInTest(test.database);
});
afterAll(() => server.close());

it('an erasure that is done is asked for anew once an export has left the driver’s id in the audit log', async () => {
  const asked = { token: TOKENS.admin, body: { why: 'He asked.' } };
  const erase = async () => (await server.api('POST', '/drivers/4711/erase', asked)).json['id'] as string;
  const first = await erase();
  await endErasure(test.db, { fleetId: 'north', id: first, state: 'done', at: new Date() });
  expect(await erase()).toBe(first);
  const address = `${server.url}/api/v1/fleets/north/drivers/4711/export`;
  await (await fetch(address, { headers: { authorization: `Bearer ${TOKENS.admin}` } })).text();
  expect(await erase()).not.toBe(first);
});
