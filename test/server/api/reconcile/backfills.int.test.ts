import { afterEach, describe, expect, it } from 'vitest';
import {
  addBackfillDrivers,
  beginBackfill,
  countStoredTrip,
  endBackfill,
  finishBackfillDriver,
  noteBackfill,
} from '../../../../store/backfill/index.ts';
import { listAudit } from '../../../../store/db/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import type { ApiAnswer } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeDirectory } from '../../../support/store/records.ts';

const server = useServer();
afterEach(async () => {
  server.gateway.unavailable = false;
  await server.db.deleteFrom('backfills').execute();
});

const range = { from: '2026-03-01', to: '2026-03-31' };
const post = (body: unknown, token: string = TOKENS.admin): Promise<ApiAnswer> =>
  server.api('POST', '/backfills', { body, token });

async function begun(): Promise<string> {
  const answer = await post(range);
  expect(answer.status).toBe(202);
  return answer.json['id'] as string;
}

describe('POST backfills', () => {
  it('answers 202 with the address of what it began', async () => {
    const answer = await post(range);
    const id = answer.json['id'] as string;
    const address = `/api/v1/fleets/north/backfills/${id}`;
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ id, state: 'waiting', address });
    expect(answer.headers.get('location')).toBe(address);
    expect(server.gateway.backfills.at(-1)).toBe(id);
    const shown = await server.api('GET', `/backfills/${id}`, { token: TOKENS.viewer });
    expect(shown.json).toMatchObject({ ...range, alerts: false, who: 'ann', state: 'waiting' });
  });

  it('is an admin’s, and only for a fleet that has a service', async () => {
    expect((await post(range, TOKENS.editor)).status).toBe(403);
    const south = await server.api('POST', '/backfills', {
      body: range,
      fleet: 'south',
      token: TOKENS.southAdmin,
    });
    expect(south.status).toBe(409);
    expect(south.json['detail']).toContain('no analytics service');
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, '/to'],
    [{ from: '2025-03-01', to: '2026-03-02' }, '/to'],
    [{ from: '2026-02-30', to: '2026-03-02' }, '/from'],
    [{ from: '2026-03-01', to: '2999-01-01' }, '/to'],
    [{ ...range, alerts: 'yes' }, '/alerts'],
    [{ ...range, notify: true }, '/notify'],
  ])('refuses %o at %s', async (body, pointer) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    const errors = answer.json['errors'] as { pointer: string }[];
    expect(errors.map((each) => each.pointer)).toContain(pointer);
  });

  it('refuses a second one while one is at work, and names that', async () => {
    const id = await begun();
    const answer = await post(range);
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ id, address: `/api/v1/fleets/north/backfills/${id}` });
    await endBackfill(server.db, { fleetId: 'north', id, state: 'done', at: new Date() });
    expect((await post(range)).status).toBe(202);
  });

  it('promises nothing while Temporal is unavailable, and does not stand in the way afterwards', async () => {
    server.gateway.unavailable = true;
    expect((await post(range)).status).toBe(503);
    server.gateway.unavailable = false;
    expect((await post(range)).status).toBe(202);
    const list = (await server.api('GET', '/backfills')).json['items'] as { state: string }[];
    expect(list.map(({ state }) => state)).toEqual(['waiting', 'failed']);
  });
});

describe('GET backfills/{id}', () => {
  it('shows progress and what could not be fetched', async () => {
    const id = await begun();
    const key = { fleetId: 'north', id };
    const at = new Date();
    expect((await server.api('GET', `/backfills/${id}`)).json['progress']).toMatchObject({
      phase: 'drivers',
      drivers: { done: 0 },
    });
    await beginBackfill(server.db, { ...key, at });
    await addBackfillDrivers(server.db, { ...key, driverIds: ['d-1', 'd-2'] });
    await countStoredTrip(server.db, { ...key, driverId: 'd-1' });
    const problems = [{ driver_id: 'd-1', trip_id: '7', message: 'HTTP 200 with a body that is not JSON' }];
    await finishBackfillDriver(server.db, { ...key, driverId: 'd-1', found: 4, problems, at });
    const rows = [{ driverId: 'd-1', fields: { name: 'Ann Meyer' } }] as const;
    await storeDirectory(server.db, { rows, at });
    await noteBackfill(server.db, {
      ...key,
      driversListedAt: at,
      calls: 6,
      waitingFor: 'The service is limiting.',
    });
    const { json } = await server.api('GET', `/backfills/${id}`);
    expect(json).toMatchObject({
      state: 'running',
      calls: 6,
      waiting_for: 'The service is limiting.',
      problems: [{ ...problems[0], driver_name: 'Ann Meyer' }],
      progress: {
        phase: 'trips',
        drivers: { done: 1, total: 2 },
        trips: { found: 4, stored: 1, skipped: 2 },
        readings: { stored: 0 },
        problems: 1,
      },
    });
    expect(json['started_at']).toBe(at.toISOString());
  });

  it('is nothing to another fleet', async () => {
    const id = await begun();
    const answer = await server.api('GET', `/backfills/${id}`, { fleet: 'south', token: TOKENS.southAdmin });
    expect(answer.status).toBe(404);
  });
});

describe('POST backfills/{id}/cancel', () => {
  it('ends it, once, and says who did', async () => {
    const id = await begun();
    const answer = await server.api('POST', `/backfills/${id}/cancel`);
    expect(answer.json).toMatchObject({ state: 'cancelled' });
    expect(server.gateway.cancelledBackfills).toContain(id);
    await server.api('POST', `/backfills/${id}/cancel`);
    const { items } = await listAudit(server.db, {
      fleetId: 'north',
      subjectType: 'backfill',
      subjectId: id,
    });
    expect(items.map(({ action, who }) => [action, who])).toEqual([
      ['backfill.cancelled', 'ann'],
      ['backfill.requested', 'ann'],
    ]);
  });

  it('is a 404 for one that is not there', async () => {
    expect((await server.api('POST', '/backfills/nonsense/cancel')).status).toBe(404);
  });
});
