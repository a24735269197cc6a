import { afterEach, beforeAll, expect, it } from 'vitest';
import { chain, collide, collisionRule, incidentsOf, untilEvent } from '../../support/incidents/documents.ts';
import type { SlackOutage } from '../../support/stand-ins/slack.ts';
import { useStack } from '../../support/servers/useStack.ts';

/** Tests an escalation whose first step cannot be delivered, on a real Temporal server. */
const stack = useStack();
beforeAll(async () => {
  const { steps } = chain([[0, '#safety-urgent']]);
  const byMail = { after: '3s', notify: [{ type: 'email', to: ['head@example.com'] }] };
  await stack.publishAs('escalation-policy', { ...chain([]), steps: [...steps, byMail] });
  await stack.publish(collisionRule());
  await stack.startWorker();
});
afterEach(() => {
  stack.slack.outage = undefined;
});

it.each<[string, SlackOutage]>([
  [
    'refuses with a word that may pass',
    { status: 200, body: '{"ok":false,"error":"message_limit_exceeded"}' },
  ],
  ['answers with a page of a proxy', { status: 200, body: '<html>Sign in first.</html>' }],
  ['limits the app without a pause', { status: 429 }],
])('an escalation keeps the time of its next step while Slack %s', async (how, outage) => {
  const driverId = `d-${how.split(' ')[0]}`;
  const mailsBefore = stack.smtp.mails.length;
  stack.slack.outage = outage;
  await stack.runTrip(collide(stack, driverId, '1'));
  const incident = (await incidentsOf(stack, driverId))[0]!;
  const second = await untilEvent(stack, incident, { kind: 'paged', times: 2 });
  const waitedMs = second.at.getTime() - incident.openedAt.getTime();
  expect(waitedMs).toBeGreaterThanOrEqual(3_000);
  await expect.poll(() => stack.smtp.mails.length).toBeGreaterThan(mailsBefore);
  // The first page is still tried.
  stack.slack.outage = undefined;
  await expect
    .poll(() => JSON.stringify(stack.slack.messages.map(({ blocks }) => blocks)), { timeout: 90_000 })
    .toContain(driverId);
});
