import { expect, it } from 'vitest';
import { endErasure } from '../../../../store/retention/index.ts';
import { storedMentions } from '../../../support/store/storedMentions.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const asked = { token: TOKENS.admin, body: { why: 'He asked.' } };
const erase = async (driverId: string): Promise<string> => {
  const { status, json } = await server.api('POST', `/drivers/${driverId}/erase`, asked);
  expect(status).toBe(202);
  return json['id'] as string;
};
const end = (id: string, secondsAgo: number) =>
  endErasure(server.db, {
    fleetId: 'north',
    id,
    state: 'done',
    at: new Date(Date.now() - secondsAgo * 1_000),
  });

it('an erasure asked for again right after its end is the same one, unless the driver is kept again', async () => {
  await storedMentions(server.db, 'north').silence(['4711']);
  const first = await erase('4711');
  await server.db.deleteFrom('silences').execute();
  await end(first, 1);
  expect(await erase('4711')).toBe(first);
  await storedMentions(server.db, 'north').silence(['4711']);
  expect(await erase('4711')).not.toBe(first);
});

it('an erasure asked for again later is a new one, whatever there is', async () => {
  await storedMentions(server.db, 'north').silence(['4712']);
  const first = await erase('4712');
  await end(first, 61);
  const second = await erase('4712');
  expect(second).not.toBe(first);
  expect(await erase('4712')).toBe(second);
});
