import type { Db } from '../../store/db/index.ts';
import { requestDeletion, decideDeletion } from '../../store/deletions/index.ts';
import { importDirectory } from '../../store/drivers/index.ts';
import { createPersonalToken, recordSignIn } from '../../store/identity/index.ts';
import { keepTrip, recordDecision } from '../../store/trips/index.ts';
import type { ServerInTest } from '../support/servers/server.ts';

/** Ids of things in the lists of an ordinary day, in fleet `north`. */
export interface ListsOfDay {
  /** A deletion that waits for an admin. */
  readonly deletionId: string;
  /** The active silence. */
  readonly silenceId: string;
}

/** Adds deletions, silences, users, tokens and drivers with names to a fleet made by `fleetOfDay`. */
export async function listsOfDay(server: ServerInTest, db: Db): Promise<ListsOfDay> {
  const at = new Date();
  const rows = [
    { driverId: 'd-17', fields: { name: 'Jana Novak', vehicle: 'Van 12' } },
    { driverId: 'd-23', fields: { name: 'Peter Lindqvist' } },
  ];
  await importDirectory(db, {
    fleetId: 'north',
    rows,
    prune: false,
    dryRun: false,
    who: 'ann',
    at,
  });
  const rejected = await deletionOf(db, { driverId: 'd-17', tripId: '1790000000101', at });
  await decideDeletion(db, {
    fleetId: 'north',
    id: rejected,
    decision: 'rejected',
    who: 'Ann Becker',
    note: 'A real trip.',
    at,
  });
  const deletionId = await deletionOf(db, { driverId: 'd-23', tripId: '1790000000102', at });
  const silenceId = 'roadworks-a1';
  const made = await server.api('POST', '/silences', {
    body: {
      id: silenceId,
      reason: 'Roadworks on the A1',
      until: '2099-12-01T18:00:00+01:00',
      drivers: ['d-17'],
      by: 'Ann Becker',
    },
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.json));
  for (const [name, role] of [
    ['Ann Becker', 'admin'],
    ['Omar Haddad', 'editor'],
    ['Vera Stein', 'viewer'],
  ] as const) {
    const { user } = await recordSignIn(db, {
      issuer: 'https://id.example',
      subject: name,
      name,
      reservedNames: [],
      at,
      email: `${name.split(' ')[0]!.toLowerCase()}@example.com`,
      grants: [{ fleetId: 'north', role }],
    });
    if (role === 'editor')
      await createPersonalToken(db, {
        fleetId: 'north',
        userId: user.id,
        name: 'Weekly export',
        role,
        who: name,
        at,
        expiresAt: new Date(at.getTime() + 30 * 86_400_000),
      });
  }
  return { deletionId, silenceId };
}

/** Stores a rule's request to delete a short trip. */
async function deletionOf(
  db: Db,
  { driverId, tripId, at }: { readonly driverId: string; readonly tripId: string; readonly at: Date },
): Promise<string> {
  const key = { fleetId: 'north', driverId, tripId };
  await keepTrip(db, {
    fleetId: 'north',
    contentHash: 'h',
    revision: 1,
    at,
    trip: {
      driverId,
      tripId,
      distanceKm: 0.4,
      durationSeconds: 130,
      score: 88,
      startTime: '2026-11-20T10:58:00+01:00',
      endTime: '2026-11-20T11:00:10+01:00',
      ratings: {},
      events: [],
      path: [],
      extra: {},
      problems: [],
    },
  });
  const cause = 'The trip was 0.4 km (less than 1).';
  const leaf = { fact: 'trip.distance_km', operator: 'lessThan', value: 1, actual: 0.4 } as const;
  await recordDecision(db, {
    fleetId: 'north',
    decision: {
      fleet: 'north',
      driver_id: driverId,
      trip_id: tripId,
      revision: 1,
      decided_at: at.toISOString(),
      rules: [
        {
          rule: 'invalid-trip',
          name: 'Invalid trip',
          version: 1,
          severity: 'info',
          mode: 'live',
          outcome: 'matched',
          reason: 'matched',
          trace: { result: 'true', all: [{ result: 'true', ...leaf }] },
        },
      ],
      actions: [],
    },
  });
  const { id } = await requestDeletion(db, {
    ...key,
    rule: 'invalid-trip',
    version: 1,
    approval: 'required',
    at,
    cause,
    decided: { revision: 1, contentHash: 'h' },
    expiresAt: new Date(at.getTime() + 6 * 86_400_000),
  });
  return id;
}
