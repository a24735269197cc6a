import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../simulator/simulator.ts';
import { call, still } from '../calls.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await still();
});
afterEach(() => simulator.close());

const statusOf = async (path: string): Promise<number> => (await call(simulator, path)).status;

it('limits the next few requests, with Retry-After', async () => {
  simulator.faults.set({ limited: { next: 2, retryAfterSeconds: 7 } });
  const first = await call(simulator, '/groups');
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
  expect(first.body['error']).toMatch(/./);
  expect(await statusOf('/groups')).toBe(429);
  expect(await statusOf('/groups')).toBe(200);
});

it('fails a share of the requests, the same ones for a seed', async () => {
  const statuses = async (): Promise<number[]> => {
    const fresh = await still();
    fresh.faults.set({ failing: { share: 0.5, status: 502 } });
    const found: number[] = [];
    for (let at = 0; at < 40; at += 1) found.push((await call(fresh, '/groups')).status);
    await fresh.close();
    return found;
  };
  const found = await statuses();
  expect(found.filter((status) => status === 502).length).toBeGreaterThan(8);
  expect(found.filter((status) => status === 200).length).toBeGreaterThan(8);
  expect(await statuses()).toEqual(found);
});

it('fails only the given endpoints', async () => {
  simulator.faults.set({ failing: { endpoints: ['trip', 'fleet_score'] } });
  expect(await statusOf('/score')).toBe(500);
  expect(await statusOf('/driver/d-1/trip/1')).toBe(500);
  expect(await statusOf('/driver/d-1/score')).toBe(200);
});

it('fails only the given trips', async () => {
  const [one, other] = [simulator.drive({ driverId: 'd-1' }), simulator.drive({ driverId: 'd-1' })];
  simulator.faults.set({ failing: { trips: [one.tripId] } });
  expect(await statusOf(`/driver/d-1/trip/${one.tripId}`)).toBe(500);
  expect(await statusOf(`/driver/d-1/trip/${other.tripId}`)).toBe(200);
  expect(await statusOf('/driver/d-1/trips')).toBe(200);
});

describe('a dropped answer', () => {
  it('comes after the effect', async () => {
    const { tripId } = simulator.drive({ driverId: 'd-1' });
    const path = `/driver/d-1/trip/${tripId}`;
    simulator.faults.set({ dropped: { next: 1, endpoints: ['delete_trip'] } });
    expect(await statusOf(path)).toBe(200);
    await expect(call(simulator, path, { method: 'DELETE' })).rejects.toThrow();
    expect(await statusOf(path)).toBe(404);
    expect((await call(simulator, path, { method: 'DELETE' })).body['error']).toMatch(/not valid/);
  });
});

it('answers once with a body that is not JSON', async () => {
  simulator.faults.set({ garbled: { next: 1 } });
  await expect(call(simulator, '/groups')).rejects.toThrow(SyntaxError);
  expect(await statusOf('/groups')).toBe(200);
});

it('refuses every key until the fault is cleared', async () => {
  simulator.faults.set({ refuseKey: 403 });
  expect(await statusOf('/groups')).toBe(403);
  simulator.faults.clear();
  expect(await statusOf('/groups')).toBe(200);
});

describe('an outage', () => {
  it('answers 503 until its time is over', async () => {
    simulator.faults.outFor(3_600);
    expect(await statusOf('/groups')).toBe(503);
    simulator.advance(3_599);
    expect(await statusOf('/groups')).toBe(503);
    simulator.advance(1);
    expect(await statusOf('/groups')).toBe(200);
  });

  it('breaks connections', async () => {
    const { tripId } = simulator.drive({ driverId: 'd-1' });
    simulator.faults.outFor(60, 'broken_connection');
    await expect(call(simulator, `/driver/d-1/trip/${tripId}`, { method: 'DELETE' })).rejects.toThrow();
    simulator.advance(60);
    expect(await statusOf(`/driver/d-1/trip/${tripId}`)).toBe(200);
  });
});

it('delays every answer by the latency that is set', async () => {
  simulator.faults.set({ latencyMs: 60_000 });
  await expect(call(simulator, '/groups', { signal: AbortSignal.timeout(150) })).rejects.toThrow(
    /timeout|aborted/i,
  );
  simulator.faults.clear();
  expect(await statusOf('/groups')).toBe(200);
});

it('notes every request, without the key', async () => {
  await call(simulator, '/drivers?limit=3');
  simulator.faults.set({ failing: { next: 1 } });
  await call(simulator, '/driver/d-1/trip/1?fields=events');
  await call(simulator, '/driver/d-1/trip/1', { method: 'DELETE' });
  expect(
    simulator.requests().map(({ endpoint, method, path, status }) => [endpoint, method, path, status]),
  ).toEqual([
    ['drivers', 'GET', '/drivers?limit=3', 200],
    ['trip', 'GET', '/driver/d-1/trip/1?fields=events', 500],
    ['delete_trip', 'DELETE', '/driver/d-1/trip/1', 404],
  ]);
  simulator.clearRequests();
  expect(simulator.requests()).toEqual([]);
});
