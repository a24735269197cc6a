import { alarmOf } from '../../messages/alerts/index.ts';
import type { Db } from '../../store/db/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import { happens, incidentInStore } from '../support/incidents/inStore.ts';
import type { ServerInTest } from '../support/servers/server.ts';

/** Creates a fleet on an ordinary day: incidents in each state, a person on call, a problem. @returns the open incident */
export async function fleetOfDay(server: ServerInTest, db: Db): Promise<Incident> {
  const at = new Date();
  const rotation = {
    id: 'safety',
    name: 'Safety on call',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '09:00' },
    starts: '2026-01-05',
    // One person, so that the same person is on call in each week in which the tests run.
    people: [{ name: 'Ann Becker', email: 'ann@example.com' }],
  };
  await put(server, '/rotations/safety', { rotation });
  const paged = {
    messageKind: 'incident_page',
    to: [{ action: 'email', receiver: 'ann@example.com' }],
  } as const;
  const resolved = await incidentInStore(db, 'north');
  await happens(db, resolved, { event: { kind: 'paged' }, ...paged });
  await happens(db, resolved, {
    event: {
      kind: 'resolved',
      who: 'Ann Becker',
      via: 'api',
      note: 'A pothole.',
      details: { disposition: 'false_alarm' },
    },
    set: {
      state: 'resolved',
      resolvedAt: at,
      resolvedBy: 'Ann Becker',
      disposition: 'false_alarm',
      note: 'A pothole.',
    },
  });
  const taken = await incidentInStore(db, 'north');
  await happens(db, taken, { event: { kind: 'paged' }, ...paged });
  await happens(db, taken, {
    event: { kind: 'acknowledged', who: 'Omar Haddad', via: 'slack' },
    set: {
      state: 'acknowledged',
      assignee: 'Omar Haddad',
      acknowledgedAt: at,
      acknowledgedBy: 'Omar Haddad',
    },
  });
  const open = await incidentInStore(db, 'north');
  await happens(db, open, { event: { kind: 'paged' }, ...paged });
  await raiseAlarm(db, {
    fleetId: 'north',
    at,
    ...alarmOf({ kind: 'slack_access', subject: '' }),
  });
  return open;
}

async function put(server: ServerInTest, path: string, body: object): Promise<void> {
  for (const [method, at, what] of [
    ['PUT', path, Object.values(body)[0] as object],
    ['POST', `${path}/publish`, {}],
  ] as const) {
    const { status, json } = await server.api(method, at, { body: what });
    if (status >= 300) throw new Error(`${method} ${at}: ${status} ${JSON.stringify(json)}`);
  }
}
