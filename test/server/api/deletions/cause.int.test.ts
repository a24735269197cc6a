import { expect, it } from 'vitest';
import { requestDeletion } from '../../../../store/deletions/index.ts';
import { keepTrip, recordDecision } from '../../../../store/trips/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const at = new Date('2026-03-10T12:00:00Z');
const key = { fleetId: 'north', driverId: 'd-1', tripId: '1000' };
const cause = 'Fired: the trip was 0.4 km (less than 1).';

it('why a rule requests a deletion is German where that is asked for, and stays English where no decision holds it', async () => {
  const trip = { driverId: key.driverId, tripId: key.tripId };
  const times = { startTime: '2026-03-10T11:00:00Z', endTime: '2026-03-10T11:02:00Z' };
  const rest = { ratings: {}, events: [], path: [], extra: {}, problems: [] };
  await keepTrip(server.db, {
    fleetId: 'north',
    contentHash: 'h',
    revision: 1,
    at,
    trip: { ...trip, ...times, ...rest },
  });
  const leaf = { fact: 'trip.distance_km', operator: 'lessThan', value: 1, actual: 0.4 } as const;
  await recordDecision(server.db, {
    fleetId: 'north',
    decision: {
      fleet: 'north',
      driver_id: 'd-1',
      trip_id: '1000',
      revision: 1,
      decided_at: at.toISOString(),
      rules: [
        {
          rule: 'short',
          name: 'Short',
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
  const asked = { ...key, version: 1, approval: 'required', at, expiresAt: new Date('2100-01-01') } as const;
  await requestDeletion(server.db, {
    ...asked,
    rule: 'short',
    cause,
    decided: { revision: 1, contentHash: 'h' },
  });
  const causes = async (query: string) => {
    const { status, json } = await server.api('GET', `/deletions${query}`, { token: TOKENS.viewer });
    expect(status).toBe(200);
    return (json['items'] as readonly { readonly cause: string }[]).map((each) => each.cause);
  };
  expect(await causes('')).toEqual([cause]);
  expect(await causes('?language=en')).toEqual([cause]);
  const [german] = await causes('?language=de');
  expect(german).toContain('0,4 km');
  await server.db.updateTable('deletions').set({ revision: 2 }).execute();
  expect(await causes('?language=de')).toEqual([cause]);
});
