import { afterEach, describe, expect, it } from 'vitest';
import type { Simulator, SimulatorOptions } from '../../../simulator/simulator.ts';
import { call, receiver, still, until, textOf } from '../calls.ts';
import type { Receiver } from '../calls.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function sending(
  answers: (number | 'hang')[],
  options: Partial<SimulatorOptions> = {},
): Promise<{ simulator: Simulator; hook: Receiver }> {
  const hook = await receiver(answers);
  const simulator = await still({
    ...options,
    webhook: { url: hook.url, timeoutMs: 30_000, ...options.webhook },
  });
  open.push(simulator, hook);
  return { simulator, hook };
}

function attempts(simulator: Simulator): number {
  return simulator.webhooks()[0]?.attempts.length ?? 0;
}

it('posts TRIP_SCORED, version 3, with an empty data object', async () => {
  const { simulator, hook } = await sending([]);
  const { driverId, tripId } = simulator.drive({ driverId: 'd-2' });
  await until('it is delivered', () => simulator.webhooks()[0]?.state === 'delivered');
  expect(hook.received).toEqual([
    { version: 3, type: 'TRIP_SCORED', driver_id: driverId, trip_id: tripId, data: {} },
  ]);
});

it.each(['score', 'driving_behavior'] as const)('fills data with %s', async (notificationData) => {
  const { simulator, hook } = await sending([], { quirks: { notificationData, differingDataTripId: true } });
  const { driverId, tripId } = simulator.drive({ driverId: 'd-2' });
  await until('it arrives', () => hook.received.length === 1);
  const { data } = hook.received[0]!;
  const read = await call(
    simulator,
    `/driver/${driverId}/trip/${tripId}?fields=info,events,simple_path,speed_profile`,
  );
  expect(data).toMatchObject({ ...read.body, trip_id: expect.any(String) as string });
  expect(data!['trip_id']).not.toBe(tripId);
  expect(Object.keys(data!).filter((name) => name === 'score' || name === 'driving_behavior')).toEqual([
    notificationData,
  ]);
});

describe('retries', () => {
  it('come after 2, 4, 8 and then every 15 minutes, until one day after the first', async () => {
    const { simulator, hook } = await sending(Array.from({ length: 200 }, () => 500));
    simulator.drive({ driverId: 'd-1' });
    await until('the first attempt', () => attempts(simulator) === 1);
    while (simulator.webhooks()[0]!.state === 'pending') {
      const made = attempts(simulator);
      simulator.advance(60);
      const due = (made <= 3 ? [120, 240, 480][made - 1]! : 900) - 60;
      if (due > 0) {
        simulator.advance(due - 1);
        expect(hook.received).toHaveLength(made);
        simulator.advance(1);
      }
      await until('the next attempt', () => attempts(simulator) === made + 1);
    }
    const [delivery] = simulator.webhooks();
    expect(delivery!.state).toBe('given_up');
    const times = delivery!.attempts.map((attempt) => Date.parse(attempt.at) / 1000);
    const pauses = times.slice(1).map((time, at) => time - times[at]!);
    expect(pauses.slice(0, 5)).toEqual([120, 240, 480, 900, 900]);
    expect(new Set(pauses.slice(3))).toEqual(new Set([900]));
    expect(times.at(-1)! - times[1]!).toBeLessThanOrEqual(86_400);
    expect(times.at(-1)! - times[1]!).toBeGreaterThan(86_400 - 900);
    simulator.advance(100_000);
    expect(hook.received).toHaveLength(times.length);
  });

  it('end with the first success, and carry the same body', async () => {
    const { simulator, hook } = await sending([503, 401, 404]);
    simulator.drive({ driverId: 'd-1' });
    for (let made = 1; made <= 3; made += 1) {
      await until(`attempt ${made}`, () => attempts(simulator) === made);
      simulator.advance(900);
    }
    await until('it is delivered', () => simulator.webhooks()[0]!.state === 'delivered');
    expect(simulator.webhooks()[0]!.attempts.map((attempt) => attempt.status)).toEqual([503, 401, 404, 200]);
    expect(new Set(hook.raw).size).toBe(1);
  });

  const failures = (simulator: Simulator): (string | number | undefined)[] =>
    simulator.webhooks()[0]!.attempts.map((attempt) => attempt.failure ?? attempt.status);

  it('are sent after a receiver’s time-out', async () => {
    const { simulator } = await sending(['hang', 'hang'], { webhook: { timeoutMs: 50 } });
    simulator.drive({ driverId: 'd-1' });
    await until('the time-out', () => attempts(simulator) === 1);
    simulator.advance(120);
    await until('the next one', () => attempts(simulator) === 2);
    expect(failures(simulator)).toEqual(['timed out', 'timed out']);
    expect(simulator.webhooks()[0]!.state).toBe('pending');
  });

  it('follow endless redirects and refused connections', async () => {
    const { simulator } = await sending(Array.from({ length: 30 }, () => 302));
    simulator.drive({ driverId: 'd-1' });
    await until('the redirects', () => attempts(simulator) === 1);
    const gone = await receiver();
    await gone.close();
    simulator.setWebhook(gone.url);
    simulator.advance(120);
    await until('the refusal', () => attempts(simulator) === 2);
    expect(failures(simulator)).toEqual([expect.any(String), 'ECONNREFUSED']);
    expect(simulator.webhooks()[0]!.state).toBe('pending');
  });

  it('run by themselves under a fast clock', async () => {
    const { simulator } = await sending([500, 500, 500], { speed: 20_000 });
    simulator.drive({ driverId: 'd-1' });
    await until('it is delivered', () => simulator.webhooks()[0]?.state === 'delivered');
    expect(attempts(simulator)).toBe(4);
  });
});

it('sends some notifications twice, and unknown types before some', async () => {
  const { simulator, hook } = await sending([], {
    drivers: 30,
    autoDrive: true,
    quirks: { duplicateShare: 0.3, unknownNotificationShare: 0.3 },
  });
  simulator.advance(3_000);
  await until('everything is delivered', () =>
    simulator.webhooks().every((delivery) => delivery.state === 'delivered'),
  );
  const scored = hook.received.filter((body) => (body['type'] as unknown) === 'TRIP_SCORED');
  const once = new Set(scored.map((body) => `${textOf(body['driver_id'])} ${textOf(body['trip_id'])}`));
  expect(once.size).toBeGreaterThan(3);
  expect(scored.length).toBeGreaterThan(once.size);
  expect(scored.length).toBeLessThan(2 * once.size);
  expect(hook.received.some((body) => (body['type'] as unknown) === 'DRIVER_DEVICE_CHANGED')).toBe(true);
});

it('repeats a notification and sends any body', async () => {
  const { simulator, hook } = await sending([]);
  const { driverId, tripId } = simulator.drive({ driverId: 'd-1', copies: 3 });
  await until('three arrive', () => hook.received.length === 3);
  simulator.notify({ driverId, tripId }, 2);
  await until('five arrive', () => hook.received.length === 5);
  expect(new Set(hook.raw).size).toBe(1);
  simulator.sendBody('{"version":3,');
  simulator.sendBody({ version: 4, type: 'SOMETHING_NEW' });
  await until('seven arrive', () => hook.raw.length === 7);
  expect([...hook.raw].slice(5).sort()).toEqual(['{"version":3,', '{"version":4,"type":"SOMETHING_NEW"}']);
});

it('keeps to itself what has nowhere to go', async () => {
  const simulator = await still();
  open.push(simulator);
  simulator.drive();
  await until('it is noted', () => simulator.webhooks()[0]?.state === 'unsent');
  expect(() => simulator.setWebhook('ftp://somewhere')).toThrow('is not an http(s) URL');
});
