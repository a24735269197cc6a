import { afterEach, describe, expect, it } from 'vitest';
import type { Quirks } from '../../../simulator/world/index.ts';
import { NO_QUIRKS, startSimulator } from '../../../simulator/simulator.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/simulator.ts';
import { call, KEY, list, START, still, textOf } from '../calls.ts';

const running: Simulator[] = [];
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.close();
});

async function withQuirks(
  quirks: Partial<Quirks>,
  options: Partial<SimulatorOptions> = {},
): Promise<Simulator> {
  const simulator = await still({ ...options, quirks });
  running.push(simulator);
  return simulator;
}

type Record_ = Record<string, unknown>;

async function drivers(simulator: Simulator, query = ''): Promise<Record<string, Record_>[]> {
  return list((await call(simulator, `/drivers?limit=50${query}`)).body['drivers']);
}

async function trips(simulator: Simulator): Promise<Record<string, Record_>[]> {
  return list((await call(simulator, '/driver/d-3/trips?limit=50')).body['trips']);
}

async function tripWith(
  simulator: Simulator,
  driverId: string,
  events: Quirks extends never
    ? never
    : { type: 'HARD_TURN' | 'PHONE_SCREEN_INTERACTION' | 'HARD_BRAKE'; count: number }[],
) {
  const { tripId } = simulator.drive({ driverId, events });
  return (
    await call(
      simulator,
      `/driver/${driverId}/trip/${tripId}?fields=info,driving_behavior,events,speed_profile`,
    )
  ).body;
}

describe('score shapes', () => {
  const shapes = async (quirk: Quirks['scoreShape']) => {
    const simulator = await withQuirks({ scoreShape: quirk }, { drivers: 30 });
    const all = [...(await drivers(simulator)), ...(await trips(simulator))];
    return new Set(all.map((item) => ('score' in item['driving_behavior']! ? 'nested' : 'flat')));
  };
  it('are nested, flat or both', async () => {
    expect(await shapes('nested')).toEqual(new Set(['nested']));
    expect(await shapes('flat')).toEqual(new Set(['flat']));
    expect(await shapes('mixed')).toEqual(new Set(['nested', 'flat']));
  });
});

describe('attributes', () => {
  const kinds = async (attributes: Quirks['attributes']) => {
    const all = await drivers(await withQuirks({ attributes }, { drivers: 40 }));
    return new Set(
      all.map(({ info }) => {
        const found = info!['attributes'];
        if (typeof found !== 'string') return typeof found;
        return found === 'NA' ? 'NA' : typeof JSON.parse(found) === 'object' ? 'json' : 'odd';
      }),
    );
  };
  it('are a JSON text, an object, NA, or all of these', async () => {
    expect(await kinds('json')).toEqual(new Set(['json']));
    expect(await kinds('object')).toEqual(new Set(['object']));
    expect(await kinds('na')).toEqual(new Set(['NA']));
    expect(await kinds('mixed')).toEqual(new Set(['json', 'object', 'NA']));
  });
});

it('names the number of trips and of drivers in two ways', async () => {
  const simulator = await withQuirks({ tripCountName: 'mixed', driverCountName: 'mixed' }, { drivers: 30 });
  const names = (await drivers(simulator)).map(({ info }) =>
    'trip_count' in info! ? 'trip_count' : 'num_trips',
  );
  expect(new Set(names)).toEqual(new Set(['trip_count', 'num_trips']));
  const counts = new Set<string>();
  for (let day = 1; day <= 7; day += 1) {
    const { body } = await call(
      simulator,
      `/score?fields=info&start_date=2026-05-0${day}&end_date=2026-05-0${day}`,
    );
    counts.add('drivers_count' in body['info']! ? 'drivers_count' : 'driver_count');
  }
  expect(counts).toEqual(new Set(['drivers_count', 'driver_count']));
});

it('puts the top speed into info or beside it', async () => {
  const all = await trips(await withQuirks({ maxSpeedPlace: 'mixed' }));
  const top = all.filter((trip) => 'trip_max_speed' in trip);
  const inside = all.filter((trip) => 'trip_max_speed_kmph' in trip['info']!);
  expect(top.length).toBeGreaterThan(0);
  expect(inside.length).toBeGreaterThan(0);
  expect(top.length + inside.length).toBe(all.length);
});

it('writes NA for texts that are missing, or leaves them out', async () => {
  const texts = async (naTexts: boolean) => {
    const simulator = await withQuirks({ naTexts });
    return (await tripWith(simulator, 'd-1', []))['info'] as unknown as Record_;
  };
  expect(await texts(true)).toMatchObject({ session_id: 'NA', tracking_id: 'NA', insurance_period: 'NA' });
  for (const name of ['session_id', 'tracking_id', 'insurance_period'])
    expect(await texts(false)).not.toHaveProperty(name);
});

it('does not rate phone use without a gyroscope', async () => {
  const simulator = await withQuirks({ unratablePhones: true });
  const blind = simulator.drivers().find((driver) => !driver.hasGyroscope)!;
  const { body } = await call(simulator, `/driver/${blind.driverId}/score`);
  expect(body['driving_behavior']!['event_rating']!['phone_use_rating']).toBe(-1);
  expect(Number(body['driving_behavior']!['event_rating']!['hard_brake_rating'])).toBeGreaterThan(0);
  expect(list(body['info']!['device_info'])[0]!['missing_data']).toEqual(['gyroscope']);
  const plain = await withQuirks({});
  expect(plain.drivers().every((driver) => driver.hasGyroscope)).toBe(true);
});

it('sends event types, ratings and info fields that the interface does not name', async () => {
  const simulator = await withQuirks({ unknownEventTypes: true, extraInfoFields: true });
  const body = await tripWith(simulator, 'd-1', [
    { type: 'HARD_TURN', count: 1 },
    { type: 'PHONE_SCREEN_INTERACTION', count: 1 },
  ]);
  const events = list(body['events']);
  expect(events.map((event) => event['event_type']).sort()).toEqual([5, 6]);
  expect(body['driving_behavior']!['event_rating']).toHaveProperty('hard_turn_rating');
  expect(body['info']).toHaveProperty('drive_category');
});

it('follows the trips list with next_offset if configured', async () => {
  const simulator = await withQuirks({ tripsNextOffset: true });
  expect((await call(simulator, '/driver/d-3/trips?limit=5')).body['next_offset']).toBe(5);
  expect((await call(simulator, '/driver/d-3/trips?limit=50')).body).not.toHaveProperty('next_offset');
});

it('reaches drivers whose ids hold @, /, : and spaces', async () => {
  const simulator = await withQuirks({ oddDriverIds: true }, { drivers: 40 });
  const odd = simulator.drivers().filter(({ driverId }) => !/^d-\d+$/.test(driverId));
  expect(odd.map(({ driverId }) => driverId.replace(/[\w.-]/g, '')).sort()).toEqual(
    expect.arrayContaining(['@', ' /', '::', '  ']) as string[],
  );
  for (const { driverId } of odd) {
    const { tripId } = simulator.drive({ driverId });
    const base = `/driver/${encodeURIComponent(driverId)}`;
    expect((await call(simulator, `${base}/score`)).status).toBe(200);
    expect((await call(simulator, `${base}/trip/${tripId}`)).body['trip_id']).toBe(tripId);
    expect((await call(simulator, `${base}/trip/${tripId}`, { method: 'DELETE' })).body).toEqual({
      success: true,
    });
  }
});

it('leaves some speed limits unknown', async () => {
  const limits = async (missingSpeedLimits: boolean) => {
    const simulator = await withQuirks({ missingSpeedLimits });
    const body = await tripWith(simulator, 'd-1', []);
    return list<unknown[]>(body['speed_profile']).map((sample) => sample[2]);
  };
  expect(await limits(true)).toContain('NA');
  expect(await limits(false)).not.toContain('NA');
});

it('states durations that disagree with the times', async () => {
  const differences = async (durationDisagreesShare: number) =>
    (await trips(await withQuirks({ durationDisagreesShare }))).map(({ info }) => {
      const elapsed =
        (Date.parse(textOf(info!['end_time'])) - Date.parse(textOf(info!['start_time']))) / 1000;
      return Math.abs(elapsed - Number(info!['duration_seconds'])) / elapsed;
    });
  expect(Math.max(...(await differences(0)))).toBeLessThan(0.01);
  expect(Math.min(...(await differences(1)))).toBeGreaterThan(0.05);
});

it('sends errors with status 200', async () => {
  const simulator = await withQuirks({ errorsWithStatus200: true });
  expect(await call(simulator, '/driver/d-1/trip/17')).toMatchObject({
    status: 200,
    body: { error: 'The given trip id is not valid.' },
  });
  simulator.faults.set({ failing: { status: 503 } });
  expect((await call(simulator, '/groups')).status).toBe(503);
});

it('is the same service for the same seed', async () => {
  const answers = async () => {
    const simulator = await startSimulator({ apiKey: KEY, seed: 5, drivers: 20, startAt: START, speed: 0 });
    running.push(simulator);
    const asked = ['/drivers?limit=50', '/score', '/driver/d-3/trips?limit=50', '/driver/d-2/score'];
    return Promise.all(asked.map(async (path) => (await call(simulator, path)).body));
  };
  expect(await answers()).toEqual(await answers());
  expect(NO_QUIRKS.duplicateShare).toBe(0);
});
