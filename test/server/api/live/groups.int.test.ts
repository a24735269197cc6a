import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { raiseAlarm } from '../../../../store/alarms/index.ts';
import { beginUserSession, recordSignIn } from '../../../../store/identity/index.ts';
import { storeIncident } from '../../../support/incidents/stored.ts';
import { readStream } from '../../eventStream.ts';
import type { EventStream } from '../../eventStream.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeAlert, storeDelivery } from '../../../support/store/records.ts';

/** Tests the stream of a token that is limited to the group `east`. */
const opened: EventStream[] = [];

const server = useServer({ sandbox: true });
beforeEach(async () => {
  await inGroups('of-east', ['east', 'vans']);
  await inGroups('of-west', ['west']);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stream) => stream.leave()));
});

async function inGroups(driverId: string, groups: readonly string[]): Promise<void> {
  await sql`insert into driver_groups (fleet_id, driver_id, groups, seen_at)
    values ('north', ${driverId}, ${[...groups]}, now())
    on conflict (fleet_id, driver_id) do update set groups = excluded.groups`.execute(server.db);
}

async function open(
  options: { readonly token?: string; readonly cookie?: string; readonly lastEventId?: string } = {},
): Promise<EventStream> {
  const { token = TOKENS.east, lastEventId } = options;
  const url = `${server.url}/api/v1/fleets/north/events`;
  const credential = options.cookie === undefined ? { token } : { cookie: options.cookie };
  const stream = await readStream(url, { ...credential, lastEventId });
  opened.push(stream);
  expect(stream.status).toBe(200);
  await expect.poll(() => stream.hasCaughtUp()).toBe(true);
  return stream;
}

const dataOf = ({ events }: EventStream): unknown[] => events.map(({ data }) => data);

/** Stores an incident, an alert and a delivery of a driver. @returns their events in a stream */
async function happens(driverId: string): Promise<unknown[]> {
  const trip = { fleetId: 'north', driverId, tripId: crypto.randomUUID() };
  const rule = { rule: 'brake', version: 1, revision: 1 } as const;
  const at = new Date();
  const { id: alert } = await storeAlert(server.db, { ...trip, ...rule, at });
  const { id: delivery } = await storeDelivery(server.db, {
    ...trip,
    ...rule,
    alertId: alert,
    action: 'email',
    receiver: 'a@example.com',
    at,
  });
  const { id: incident } = await storeIncident(server.db, trip);
  return [
    { kind: 'alert', id: alert, state: 'raised' },
    { kind: 'delivery', id: delivery, state: 'pending' },
    { kind: 'incident', id: incident, state: 'open' },
  ];
}

async function alarm(subject: string): Promise<void> {
  const at = new Date();
  await raiseAlarm(server.db, { fleetId: 'north', kind: 'recipients', subject, at, message: 'None.' });
}

it('has what is about drivers of the group alone, and no alarm, live and when it resumes', async () => {
  const [stream, whole] = [await open(), await open({ token: TOKENS.viewer })];
  const start = stream.lastId();
  await happens('of-west');
  const first = await happens('of-east');
  await alarm('of-everyone');
  await happens('of-nobody');
  const second = await happens('of-east');
  await happens('of-west');
  await expect.poll(() => whole.events).toHaveLength(16);
  await expect.poll(() => dataOf(stream)).toEqual([...first, ...second]);
  expect(dataOf(await open({ lastEventId: start }))).toEqual([...first, ...second]);
  for (const [index, each] of stream.events.entries())
    expect(dataOf(await open({ lastEventId: each.id }))).toEqual([...first, ...second].slice(index + 1));
});

it('follows a driver into the group and out of it', async () => {
  const [stream, whole] = [await open(), await open({ token: TOKENS.viewer })];
  /** Stores events and waits until they were read, because a stream filters by the groups at the moment of reading. */
  const readBy = async (driverId: string): Promise<unknown[]> => {
    const events = await happens(driverId);
    await expect.poll(() => dataOf(whole)).toEqual(expect.arrayContaining(events));
    return events;
  };
  await readBy('of-west');
  await inGroups('of-west', ['west', 'east']);
  const joined = await readBy('of-west');
  await inGroups('of-west', ['west']);
  await readBy('of-west');
  const last = await readBy('of-east');
  await expect.poll(() => dataOf(stream)).toEqual([...joined, ...last]);
});

it('ends when the reader’s own groups change, and goes on with the new ones', async () => {
  const person = { issuer: 'tripline:sandbox', subject: 'eve', name: 'Eve', reservedNames: [] };
  const signIn = (groups: readonly string[]) =>
    recordSignIn(server.db, {
      ...person,
      at: new Date(),
      grants: [{ fleetId: 'north', role: 'viewer', groups }],
    });
  const { user } = await signIn(['east']);
  const id = await beginUserSession(server.db, { userId: user.id, at: new Date() });
  const cookie = `__Host-tripline_session=${id}`;
  const stream = await open({ cookie });
  const [east] = await happens('of-east');
  await expect.poll(() => dataOf(stream)).toContainEqual(east);
  await signIn(['west']);
  await stream.ended;
  const again = await open({ cookie, lastEventId: stream.lastId() });
  const west = await happens('of-west');
  await happens('of-east');
  const last = await happens('of-west');
  await expect.poll(() => dataOf(again)).toEqual([...west, ...last]);
});
