import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { endpointSecret } from '../../messages/channels/webhook/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import { rotateGeneration } from '../../store/deliveries/index.ts';
import {
  answer,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
} from '../support/incidents/documents.ts';
import { useStack } from '../support/servers/useStack.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';
import type { Received } from '../support/stand-ins/http.ts';

interface Posted {
  readonly path: string;
  /** Generations of the endpoint's secret with which the library that receivers use accepts the request. */
  readonly takenWith: readonly number[];
  readonly id: string;
  readonly body: {
    readonly type: string;
    readonly data: {
      readonly incident: Readonly<Record<string, unknown>>;
      readonly event: Readonly<Record<string, unknown>>;
    };
  };
}

const SIGNING_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const posted: Posted[] = [];
const hook = useStarted(() =>
  startHttpStandIn(({ path, headers, body }) => {
    posted.push({
      path,
      id: String(headers['webhook-id']),
      body: JSON.parse(body) as Posted['body'],
      takenWith: [1, 2, 3].filter((generation) => isTaken(generation, { headers, body })),
    });
    return {};
  }),
);
const stack = useStack(() => ({
  more: { WEBHOOK_SIGNING_SECRET: SIGNING_SECRET, WEBHOOK_ALLOW_HOSTS: hook.host },
}));

beforeAll(async () => {
  stack.slack.channels.add('director');
  await stack.startWorker();
  await stack.publish(collisionRule());
});
beforeEach(() => {
  posted.length = 0;
  stack.smtp.mails.length = 0;
});

function isTaken(generation: number, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const endpoint = { fleet: 'north', origin: hook.url };
  try {
    new Webhook(endpointSecret(SIGNING_SECRET, endpoint, generation)).verify(
      body,
      headers as Record<string, string>,
    );
    return true;
  } catch {
    return false;
  }
}

const poll = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 20_000, interval: 100 });
const hookOf = (path: string) => ({ type: 'webhook', url: `${hook.url}${path}` });
/** Returns what arrived, sorted, because requests that are sent at one moment arrive in any order. */
const types = (): string[] => posted.map(({ path, body }) => `${path} ${body.type}`).sort();
const newest = (type: string) => posted.findLast(({ body }) => body.type === type)!.body.data;

async function crashed(driverId: string): Promise<Incident> {
  await stack.runTrip(collide(stack, driverId, `${driverId}-1`));
  return (await incidentsOf(stack, driverId))[0]!;
}

it('who was paged by webhook is posted what becomes of it, each change once and under an id of its own', async () => {
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    join_within: '10m',
    steps: [
      { after: '0s', notify: [hookOf('/tickets')] },
      { after: '1h', notify: [hookOf('/later')] },
    ],
  });
  const incident = await crashed('hooked');
  const expected = ['/tickets incident.paged'];
  await poll(types).toEqual(expected);
  const next = (...more: readonly string[]) => {
    expected.push(...more.map((type) => `/tickets incident.${type}`));
    return poll(types).toEqual([...expected].sort());
  };
  await stack.runTrip(collide(stack, 'hooked', 'hooked-2'));
  await next('joined');
  await answer(stack, incident, { kind: 'acknowledge', by: 'Ann' });
  await next('acknowledged');
  expect(newest('incident.acknowledged')).toMatchObject({
    incident: { id: incident.id, state: 'acknowledged', assignee: 'Ann' },
    event: { kind: 'acknowledged', by: 'Ann' },
  });
  await answer(stack, incident, { kind: 'resolve', by: 'Ann', disposition: 'confirmed', note: 'Towed.' });
  await next('resolved');
  await incidentHandle(stack, incident).result();
  expect(newest('incident.resolved')).toMatchObject({
    incident: { state: 'resolved', disposition: 'confirmed', note: 'Towed.' },
  });
  await answer(stack, incident, { kind: 'reopen', by: 'Bea' });
  await next('reopened', 'paged');
  expect(newest('incident.reopened')).toMatchObject({ incident: { state: 'open' }, event: { by: 'Bea' } });
  expect(new Set(posted.map(({ id }) => id)).size).toBe(posted.length);
});

it('what is posted is signed with the secret of its endpoint, after a rotation with both', async () => {
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    steps: [{ after: '0s', notify: [hookOf('/signed')] }],
  });
  const incident = await crashed('signed');
  await poll(() => posted.map(({ takenWith }) => takenWith)).toEqual([[1]]);
  const rotation = { fleetId: incident.fleetId, origin: hook.url, at: new Date(), who: 'ann' };
  expect(await rotateGeneration(stack.database.db, rotation)).toBe(true);
  await answer(stack, incident, { kind: 'resolve' });
  await poll(() => posted.map(({ takenWith }) => takenWith)).toEqual([[1], [1, 2]]);
  await incidentHandle(stack, incident).result();
});

it('who is notified by webhook that nobody answered hears it by that page alone; the others by a note', async () => {
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    repeat: { times: 0, every: '1s' },
    steps: [{ after: '0s', notify: [hookOf('/first'), hookOf('/both')] }],
    unanswered: [hookOf('/both'), { type: 'slack', channel: '#director' }],
  });
  const incident = await crashed('unheard');
  const sent = ['/both', '/first'].flatMap((path) => [
    `${path} incident.paged`,
    `${path} incident.unanswered`,
  ]);
  await poll(types).toEqual(sent);
  await answer(stack, incident, { kind: 'resolve' });
  await incidentHandle(stack, incident).result();
  expect(types()).toEqual(
    ['/both', '/first'].flatMap((path) =>
      ['paged', 'resolved', 'unanswered'].map((type) => `${path} incident.${type}`),
    ),
  );
});

it('a webhook beside people who were paged by e-mail does not keep them from hearing of an alert that joins', async () => {
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    join_within: '10m',
    steps: [
      { after: '0s', notify: [{ type: 'email', to: ['lead@example.com'] }] },
      { after: '1s', notify: [hookOf('/tickets')] },
      { after: '1h', notify: [hookOf('/later')] },
    ],
  });
  await crashed('mailed');
  await poll(types).toEqual(['/tickets incident.paged']);
  await poll(() => stack.smtp.mails.length).toBe(1);
  await stack.runTrip(collide(stack, 'mailed', 'mailed-2'));
  await poll(() => stack.smtp.mails.length).toBe(2);
  expect(stack.smtp.mails[1]!.parsed.text).toContain('Joined by another alert');
  await poll(types).toEqual(['/tickets incident.joined', '/tickets incident.paged']);
});
