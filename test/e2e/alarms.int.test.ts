import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack, useTemporalRequests } from '../support/servers/useStack.ts';

const stack = useStack({ more: { ALARMS_TO: 'lead@example.com,#fleet-safety' } });
beforeAll(() => stack.startWorker());
useTemporalRequests(stack, { wrongForMs: 500, resolvedForMs: 1_000 });

const states = async (): Promise<string[]> =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET })).items.map(
    ({ kind, state }) => `${kind} ${state}`,
  );
const slack = (): string[] => stack.slack.messages.map(({ text }) => text);

it('a key that the analytics service refuses reaches whoever the fleet names, once, and so does its end', async () => {
  const trips = Array.from({ length: 5 }, () => ({ driverId: `d/${randomUUID()}`, tripId: randomUUID() }));
  for (const { driverId, tripId } of trips) stack.put({ driverId, tripId }, {});
  stack.analytics.mode = 'refuse_key';
  const running = Promise.all(trips.map((trip) => stack.runTrip(trip)));
  running.catch(() => undefined);
  await expect.poll(states, { timeout: 60_000 }).toEqual(['alarm sent', 'alarm sent']);
  expect(slack()).toEqual([expect.stringContaining('The analytics service refuses the API key')]);
  const [mail] = stack.smtp.mails;
  expect(stack.smtp.mails).toHaveLength(1);
  expect(mail!.parsed.subject).toBe('The analytics service refuses the API key');
  expect(mail!.raw.toString()).not.toContain(stack.analytics.apiKey);
  stack.analytics.mode = 'ok';
  await running;
  await expect.poll(states, { timeout: 60_000 }).toEqual(Array(4).fill('alarm sent'));
  expect(slack()[1]).toContain('Resolved: The analytics service refuses the API key');
  expect(stack.smtp.mails).toHaveLength(2);
});
