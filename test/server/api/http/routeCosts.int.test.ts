import { beforeAll, describe, expect, it } from 'vitest';
import { describedRoutes } from '../../../../server/app.ts';
import { createAuthenticator } from '../../../../server/access/index.ts';
import type { Route } from '../../../../server/http/index.ts';
import { useServer } from '../../../support/servers/useServer.ts';

/** Checks every route of the API with its role and its cost: a new one has to declare what it takes from the other fleets. */
let routes: (Route & { readonly access: NonNullable<Route['access']> })[];

const server = useServer();
beforeAll(() => {
  routes = describedRoutes(server.deps, createAuthenticator(server.deps)).flatMap((route) =>
    route.access ? [{ ...route, access: route.access }] : [],
  );
});

const named = (wanted: (route: (typeof routes)[number]) => boolean): string[] =>
  routes
    .filter(wanted)
    .map(({ id, access: { role } }) => `${id} ${role}`)
    .sort();

describe('every route of the API', () => {
  it('declares a role and the share that it uses', () => {
    expect(routes.length).toBeGreaterThan(100);
    expect(routes.filter(({ security }) => security !== 'apiToken')).toEqual([]);
  });

  it('that only reads uses the reading share, and its connections', () => {
    expect(named(({ method, access: { cost } }) => method === 'get' && cost !== 'reading')).toEqual([]);
  });

  it('that writes is limited by the minute, but for answers to incidents and deletions', () => {
    const unlimited = named(
      ({ method, access: { limit } }) => method !== 'get' && limit?.aMinute === undefined,
    );
    expect(unlimited).toEqual(named(({ access: { cost } }) => cost === 'reserved'));
    expect(unlimited).toEqual([
      'acknowledgeIncident editor',
      'approveDeletion admin',
      'escalateIncident editor',
      'noteIncident editor',
      'reassignIncident editor',
      'rejectDeletion admin',
      'reopenIncident editor',
      'resolveIncident editor',
      'snoozeIncident editor',
    ]);
  });

  it('that computes long or waits for a worker uses the heavy share', () => {
    expect(named(({ access: { cost } }) => cost === 'heavy')).toEqual([
      'importDrivers admin',
      'replayTrip admin',
      'simulate viewer',
      'startBacktest editor',
    ]);
  });
});
