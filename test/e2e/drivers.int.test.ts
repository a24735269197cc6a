import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import {
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
} from '../support/incidents/documents.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack } from '../support/servers/useStack.ts';
import { storeDirectory } from '../support/store/records.ts';

const PLANTED = { name: 'Planted Meyer', phone: '+49 30 987654', vehicle: 'Van 12', license_plate: 'B-AM 1' };

const stack = useStack();
beforeAll(async () => {
  for (const name of ['fleet-safety', 'one']) stack.slack.channels.add(name);
  await stack.startWorker();
});
beforeEach(async () => {
  stack.slack.messages.length = 0;
  stack.smtp.mails.length = 0;
  await stack.database.db.updateTable('documents').set({ publishedVersion: null }).execute();
});

const known = (driverId: string) =>
  storeDirectory(stack.database.db, { rows: [{ driverId, fields: PLANTED }] });
const settings = (privacy: JsonObject) => stack.publishAs('settings', { id: 'settings', privacy });
const alertRule = collisionRule({
  actions: [
    { type: 'slack', channel: '#fleet-safety' },
    {
      type: 'email',
      to: ['lead@example.com'],
      subject: '{{ rule.name }}: {{ driver.name }}',
      text: 'Vehicle {{ driver.vehicle }}, phone [{{ driver.phone }}].',
    },
  ],
});
const run = async (driverId: string, tripId: string) => {
  const trip = { driverId, tripId };
  stack.put({ driverId, tripId }, { events: [4] });
  await stack.runTrip(trip);
  return trip;
};

it('an alert’s Slack message and e-mail show the driver’s name beside the id, and no history holds it', async () => {
  await known('d-1');
  await stack.publish(alertRule);
  const trip = await run('d-1', '1790000000101');
  const slack = JSON.stringify(stack.slack.messages);
  expect(slack).toContain('Planted Meyer (d-1)');
  expect(slack).toContain('Van 12 · B-AM 1');
  expect(slack).toContain('slack_file');
  const { parsed } = stack.smtp.mails[0]!;
  expect(parsed.subject).toBe('Collision: Planted Meyer');
  expect(parsed.text).toContain('Vehicle Van 12, phone [+49 30 987654].');
  expect(parsed.text).toContain('Driver: Planted Meyer (d-1)');
  const history = await stack.historyOf(trip);
  expect(history.text).toContain('d-1');
  expect(history.text).not.toMatch(/Planted|987654|Van 12/);
});

it('what the settings keep from messages is in none, nor is a picture of the path', async () => {
  await known('d-2');
  await settings({ name: false, phone: false, vehicle: false, path_pictures: false });
  await stack.publish(alertRule);
  await run('d-2', '1790000000102');
  const { parsed } = stack.smtp.mails[0]!;
  expect(parsed.subject).toBe('Collision: d-2');
  expect(parsed.attachments).toEqual([]);
  expect(parsed.text).toContain('Vehicle: B-AM 1');
  const said = JSON.stringify([stack.slack.messages, parsed.text, parsed.html]);
  expect(said).not.toMatch(/Planted|987654|Van 12|slack_file|cid:trip-path/);
});

it('an incident’s e-mail and Slack page call the driver by a press', async () => {
  await known('d-3');
  const policy = chain([[0, '#one']]);
  const [step] = policy['steps'] as JsonObject[];
  const notify = [...(step!['notify'] as JsonObject[]), { type: 'email', to: ['ann@example.com'] }];
  await stack.publishAs('escalation-policy', { ...policy, steps: [{ ...step, notify }] });
  await stack.publish(collisionRule());
  await stack.runTrip(collide(stack, 'd-3', 't-3'));
  await expect.poll(() => stack.smtp.mails.length, { timeout: 20_000 }).toBe(1);
  const { parsed } = stack.smtp.mails[0]!;
  expect(parsed.html).toContain('href="tel:+4930987654"');
  expect(parsed.text).toContain('Driver: Planted Meyer (d-3)');
  await expect
    .poll(() => JSON.stringify(stack.slack.messages), { timeout: 20_000 })
    .toContain('<tel:+4930987654|+49 30 987654>');
  const [incident] = await incidentsOf(stack, 'd-3');
  const history = everythingIn(await incidentHandle(stack, incident!).fetchHistory());
  expect(history).toContain(`"incidentId":"${incident!.id}"`);
  expect(history).not.toMatch(/Planted|987654/);
});
