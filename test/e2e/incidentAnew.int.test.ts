import { beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '../../store/incidents/index.ts';
import {
  answer,
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
} from '../support/incidents/documents.ts';
import { timelineOf } from '../support/incidents/documents.ts';
import { useStack } from '../support/servers/useStack.ts';

const stack = useStack();
beforeAll(async () => {
  for (const name of ['one', 'two']) stack.slack.channels.add(name);
  await stack.startWorker();
  await stack.publishAs(
    'escalation-policy',
    chain([
      [0, '#one'],
      [600, '#two'],
    ]),
  );
  await stack.publish(collisionRule());
});

let count = 0;
async function crashed(): Promise<Incident> {
  count += 1;
  const { driverId, tripId } = collide(stack, `anew-${count}`, `anew-${count}`);
  await stack.runTrip({ driverId, tripId });
  await poll(() => Promise.resolve(rootOf({ driverId }) !== undefined)).toBe(true);
  return (await incidentsOf(stack, driverId))[0]!;
}
const poll = <T>(check: () => Promise<T>) => expect.poll(check, { timeout: 20_000, interval: 100 });

/** Returns the message with which an incident's thread begins. */
function rootOf({ driverId }: Pick<Incident, 'driverId'>) {
  return stack.slack.messages.find(({ threadTs, text }) => !threadTs && text.includes(driverId));
}

/** Its buttons. */
function buttons(incident: Incident): Promise<(string | undefined)[]> {
  const found = JSON.stringify(rootOf(incident)?.blocks).matchAll(/"action_id":"(incident_\w+)"/g);
  return Promise.resolve([...found].map(([, name]) => name));
}
const OPEN = ['incident_acknowledge', 'incident_snooze', 'incident_escalate', 'incident_resolve'];

describe('a workflow that begins anew', () => {
  it('shows in the first message that an incident was reopened, and notifies by an ephemeral message who was late', async () => {
    const incident = await crashed();
    expect(await buttons(incident)).toEqual(OPEN);
    await answer(stack, incident, { kind: 'resolve', disposition: 'false_alarm' });
    await incidentHandle(stack, incident).result();
    expect(await buttons(incident)).toEqual([]);
    const before = stack.slack.ephemerals.length;
    const origin = { user: 'U01', channel: rootOf(incident)!.channel };
    await answer(stack, incident, {
      kind: 'acknowledge',
      via: 'slack',
      who: 'slack:U01',
      by: 'Bob',
      key: 'late',
      origin,
    });
    await poll(() => Promise.resolve(stack.slack.ephemerals.length - before)).toBe(1);
    expect((await timelineOf(stack, incident)).at(-1)!.kind).toBe('late_answer');
    await incidentHandle(stack, incident).result();
    await answer(stack, incident, { kind: 'reopen' });
    await poll(() => buttons(incident)).toEqual(OPEN);
  });

  it('shows who has it, though the run before it was lost', async () => {
    const incident = await crashed();
    await incidentHandle(stack, incident).terminate('lost');
    await answer(stack, incident, { kind: 'acknowledge' });
    await poll(() => buttons(incident)).not.toContain('incident_acknowledge');
    expect(await buttons(incident)).toContain('incident_resolve');
  });
});
