import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { IncidentResult } from '../../workflows/contracts/index.ts';
import { pressBody, signedHeaders } from '../server/slackRequest.ts';
import {
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
  timelineOf,
} from '../support/incidents/documents.ts';
import { ADMIN_TOKEN, FLEET, WEBHOOK_TOKEN } from '../support/servers/stack.ts';
import { useStack, useStackServer } from '../support/servers/useStack.ts';

const SECRET = 'planted-signing-secret';

const stack = useStack({
  more: { PORT: '0', SLACK_SIGNING_SECRET: SECRET, PUBLIC_URL: 'https://tripline.example' },
});
const server = useStackServer(stack);
beforeAll(async () => {
  for (const name of ['one', 'two']) stack.slack.channels.add(name);
  stack.slack.people.set('U0ANN', 'Ann Meyer');
  await stack.startWorker();
});

const poll = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 20_000, interval: 100 });
const shown = (): string => JSON.stringify(stack.slack.messages[0]?.blocks);

/** Returns the action and value of each button and menu of the page in Slack. */
function buttons(): { readonly action_id: string; readonly value?: string }[] {
  type Block = { readonly type: string; readonly elements?: { action_id: string; value?: string }[] };
  const blocks = (stack.slack.messages[0]?.blocks ?? []) as Block[];
  return blocks.find(({ type }) => type === 'actions')?.elements ?? [];
}

it('a collision reaches a person, who takes it in Slack; all see it, nobody else is called, and it comes to its end', async () => {
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    steps: [
      {
        after: '0s',
        notify: [
          { type: 'slack', channel: '#one' },
          { type: 'email', to: ['lead@example.com'] },
        ],
      },
      { after: '25s', notify: [{ type: 'slack', channel: '#two' }] },
    ],
  });
  await stack.publish(collisionRule());
  const { driverId, tripId } = collide(stack, 'd-17', '1795000000001');
  const notified = await fetch(`${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, {
    method: 'POST',
    body: JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id: driverId, trip_id: tripId }),
  });
  expect(notified.status).toBe(202);

  await poll(() => buttons().map(({ action_id: id }) => id)).toEqual([
    'incident_acknowledge',
    'incident_snooze',
    'incident_escalate',
    'incident_resolve',
  ]);
  expect(shown()).toContain('d-17');
  await poll(() => stack.smtp.mails.length).toBe(1);
  const path = /https:\/\/tripline\.example(\/a\/\S+)/.exec(stack.smtp.mails[0]!.parsed.text ?? '')![1]!;
  expect(await (await fetch(`${server.url}${path}`)).text()).toContain('Not acknowledged.');

  const { action_id: actionId, value } = buttons()[0]!;
  const body = pressBody({ actionId, value: value!, user: 'U0ANN' });
  const headers = signedHeaders(SECRET, body, Math.floor(Date.now() / 1000));
  const pressed = await fetch(`${server.url}/slack/interactions`, { method: 'POST', headers, body });
  expect([pressed.status, await pressed.text()]).toEqual([200, '']);

  const [incident] = await incidentsOf(stack, driverId);
  expect(incident).toMatchObject({ state: 'acknowledged', dueAt: null });
  await poll(shown).toContain('Assigned to Ann Meyer since');
  expect(buttons().map(({ action_id: id }) => id)).toEqual(['incident_escalate', 'incident_resolve']);
  const page = await (await fetch(`${server.url}${path}`)).text();
  expect(page).toMatch(/Assigned to <strong><bdi>[^<]+<\/bdi><\/strong>/);
  expect(page).not.toContain('value="acknowledge"');
  const opened = (await timelineOf(stack, incident!)).find(({ kind }) => kind === 'paged')!.at;
  await pause(Math.max(0, opened.getTime() + 26_500 - Date.now()));
  expect((await timelineOf(stack, incident!)).map(({ kind }) => kind)).toEqual([
    'opened',
    'paged',
    'acknowledged',
  ]);

  const resolved = await fetch(`${server.url}/api/v1/fleets/${FLEET}/incidents/${incident!.id}/resolve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ by: 'Ann', disposition: 'false_alarm', note: 'A pothole.' }),
  });
  expect([resolved.status, await resolved.json()]).toMatchObject([
    200,
    { state: 'resolved', disposition: 'false_alarm', note: 'A pothole.' },
  ]);
  const result = (await incidentHandle(stack, incident!).result()) as IncidentResult;
  expect(result).toEqual({ state: 'resolved', pages: 1 });
  expect((await incidentHandle(stack, incident!).describe()).status.name).toBe('COMPLETED');
  expect(buttons()).toEqual([]);
  expect(shown()).toContain('Resolved: false alarm');
  expect(stack.slack.messages.every(({ channel }) => channel === stack.slack.messages[0]!.channel)).toBe(
    true,
  );
  expect(stack.smtp.mails).toHaveLength(1);
});
