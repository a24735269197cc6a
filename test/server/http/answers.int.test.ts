import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks, tripLinks } from '../../../messages/format/index.ts';
import { createApp } from '../../../server/app.ts';
import { PORT_LIMITS, listen } from '../../../server/http/index.ts';
import {
  deletionStart,
  incidentTick,
  instanceKey,
  listAudit,
  openDatabase,
} from '../../../store/db/index.ts';
import { getDeletion } from '../../../store/deletions/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { getIncident, incidentTimeline } from '../../../store/incidents/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { requestOf } from '../../support/store/temporalRequests.ts';
import { recordSignIn } from '../../../store/identity/index.ts';
import { recordEverything } from '../records.ts';
import type { Recorded } from '../records.ts';
import { UNAVAILABLE_DATABASE_URL, FLEETS, TOKENS, startServerInTest } from '../../support/servers/server.ts';
import type { ApiAnswer } from '../../support/servers/server.ts';
import { pressBody, signedHeaders } from '../slackRequest.ts';
import type { PressInTest } from '../slackRequest.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { storeDeletion } from '../../support/store/records.ts';

const SECRET = 'planted-north-signing-secret';
const SOUTH_SECRET = 'planted-south-signing-secret';
let recorded: Recorded;
const [north, south] = FLEETS;
const fleets = [
  { ...north!, slack: { signingSecret: SECRET, teamId: 'T1' } },
  { ...south!, slack: { signingSecret: SOUTH_SECRET } },
];
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const server = useServer({ fleets });
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
  const body = {
    id: 'safety',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: [{ name: 'Ann Meyer', email: 'ann@example.com', slack: 'U01' }],
  };
  await storePublished(server.db, { kind: 'rotation', body });
});

async function press(
  it: PressInTest,
  change: { secret?: string; at?: number; headers?: Record<string, string | undefined>; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const body = pressBody(it);
  const headers = {
    ...signedHeaders(change.secret ?? SECRET, body, change.at ?? nowSeconds()),
    ...change.headers,
  };
  const kept = Object.entries(headers).filter((each): each is [string, string] => each[1] !== undefined);
  const response = await fetch(`${server.url}/slack/interactions`, {
    method: 'POST',
    headers: Object.fromEntries(kept),
    body: change.body ?? body,
  });
  return { status: response.status, text: await response.text() };
}

const present = async ({ fleetId, id }: Incident): Promise<Incident> =>
  (await getIncident(server.db, { fleetId, id }))!;
const timeline = ({ fleetId, id }: Incident) => incidentTimeline(server.db, { fleetId, id });
async function auditOf({ fleetId, id }: Incident): Promise<string[]> {
  const { items } = await listAudit(server.db, { fleetId, subjectType: 'incident', subjectId: id });
  return items.map(({ action, who, by }) => `${action} ${who} ${by}`);
}

async function linkTo(
  incident: Pick<Incident, 'id'>,
  change: Partial<Parameters<typeof answerLinks.sign>[1]> = {},
): Promise<string> {
  const key = await instanceKey(server.db, LINK_KEY_NAME);
  const link = { fleet: 'north', incidentId: incident.id, receiver: 'ann@example.com', ...change };
  return `${server.url}/a/${answerLinks.sign(key, { expires: nowSeconds() + 60, ...link })}`;
}
const send = (url: string, form: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers: { accept: 'text/html' } });
const say = (incident: Incident, verb: string, body: object): Promise<ApiAnswer> =>
  server.api('POST', `/incidents/${incident.id}/${verb}`, { token: TOKENS.editor, body });

describe('a press in Slack', () => {
  it('answers, under the name of the rotation, and wakes the workflow', async () => {
    const incident = await storeIncident(server.db);
    expect(await press({ actionId: 'incident_acknowledge', value: incident.id })).toEqual({
      status: 200,
      text: '',
    });
    expect(await present(incident)).toMatchObject({ state: 'acknowledged', assignee: 'Ann Meyer' });
    expect(await auditOf(incident)).toEqual(['incident.acknowledged slack:U01 Ann Meyer']);
    await expect.poll(() => server.gateway.woken).toContain(`incident:north:${incident.id}`);
    await expect.poll(() => requestOf(server.db, incidentTick(incident))).toBeUndefined();
  });

  it('snoozes for half an hour, once for one press', async () => {
    const incident = await storeIncident(server.db);
    const body = pressBody({ actionId: 'incident_snooze', value: incident.id });
    for (let index = 0; index < 2; index += 1)
      expect((await press({ actionId: 'incident_snooze', value: incident.id }, { body })).status).toBe(200);
    const [, entry, ...more] = await timeline(incident);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ kind: 'snoozed', via: 'slack', details: { minutes: 30 } });
    const until = new Date(entry!.at.getTime() + 30 * 60_000);
    expect(await present(incident)).toMatchObject({
      state: 'acknowledged',
      assignee: 'Ann Meyer',
      snoozedUntil: until,
      dueAt: until,
    });
    expect(await auditOf(incident)).toEqual(['incident.snoozed slack:U01 Ann Meyer']);
    await expect.poll(() => server.gateway.woken).toContain(`incident:north:${incident.id}`);
  });

  it('escalates, and resolves with what the menu says', async () => {
    const incident = await storeIncident(server.db);
    await press({ actionId: 'incident_escalate', value: incident.id });
    expect((await timeline(incident)).at(-1)).toMatchObject({ kind: 'escalated', via: 'slack' });
    const chosen = { actionId: 'incident_resolve', option: `${incident.id} false_alarm` };
    await press({ ...chosen, user: 'U99', userName: 'stranger' });
    expect(await present(incident)).toMatchObject({
      state: 'resolved',
      disposition: 'false_alarm',
      resolvedBy: 'stranger',
    });
  });

  it('calls people as Slack was last read to call them, where no rotation knows them', async () => {
    const incident = await storeIncident(server.db);
    const person = { fleetId: 'north', userId: 'U77', name: 'Bea', readAt: new Date() };
    await server.db.insertInto('slackPeople').values(person).execute();
    await press({ actionId: 'incident_acknowledge', value: incident.id, user: 'U77' });
    expect(await present(incident)).toMatchObject({ assignee: 'Bea' });
  });

  it('names the one user with the address that Slack confirmed, which gives them no rights', async () => {
    const pressed = async (userId: string, email: string | null): Promise<string | null | undefined> => {
      const incident = await storeIncident(server.db);
      const person = { fleetId: 'north', userId, name: `Label of ${userId}`, email, readAt: new Date() };
      await server.db.insertInto('slackPeople').values(person).execute();
      await press({ actionId: 'incident_acknowledge', value: incident.id, user: userId });
      return (await present(incident)).assignee;
    };
    const user = (subject: string, email: string, fleetId = 'north') =>
      recordSignIn(server.db, {
        issuer: 'https://id.example',
        subject,
        name: `User ${subject}`,
        email,
        at: new Date(),
        grants: [{ fleetId, role: 'viewer' as const }],
        reservedNames: [],
      });
    await user('one', 'One@example.com');
    await user('two', 'shared@example.com');
    await user('three', 'shared@example.com');
    await user('four', 'four@example.com', 'south');
    expect(await pressed('U81', 'one@EXAMPLE.com')).toBe('User one');
    expect(await pressed('U82', 'shared@example.com')).toBe('Label of U82');
    expect(await pressed('U83', 'four@example.com')).toBe('Label of U83');
    expect(await pressed('U84', null)).toBe('Label of U84');
  });

  it('sent again within five minutes does nothing twice', async () => {
    const incident = await storeIncident(server.db);
    const body = pressBody({ actionId: 'incident_escalate', value: incident.id });
    const headers = signedHeaders(SECRET, body, nowSeconds());
    for (let index = 0; index < 3; index += 1)
      expect(
        (await fetch(`${server.url}/slack/interactions`, { method: 'POST', headers, body })).status,
      ).toBe(200);
    expect((await timeline(incident)).map(({ kind }) => kind)).toEqual(['opened', 'escalated']);
  });

  it.each<[string, () => Parameters<typeof press>[1]]>([
    ['is signed with a wrong secret', () => ({ secret: 'wrong' })],
    ['is stale', () => ({ at: nowSeconds() - 400 })],
    ['comes from the future', () => ({ at: nowSeconds() + 400 })],
    ['has no signature', () => ({ headers: { 'x-slack-signature': undefined } })],
    ['has no time', () => ({ headers: { 'x-slack-request-timestamp': undefined } })],
    [
      'has another time than was signed',
      () => ({ headers: { 'x-slack-request-timestamp': String(nowSeconds() - 9) } }),
    ],
    ['has half a signature', () => ({ headers: { 'x-slack-signature': 'v0=00ff' } })],
    ['has another version', () => ({ headers: { 'x-slack-signature': `v1=${'0'.repeat(64)}` } })],
    ['was tampered with', () => ({ body: pressBody({ actionId: 'incident_acknowledge', value: '999' }) })],
  ])('that %s is refused without a hint', async (_why, changeNow) => {
    const incident = await storeIncident(server.db);
    const it = { actionId: 'incident_acknowledge', value: incident.id };
    const { status, text } = await press(it, changeNow());
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({
      detail: 'The request’s signature is missing, invalid or too old.',
    });
    expect(await timeline(incident)).toHaveLength(1);
  });

  it('of another team, or with another fleet’s secret, reaches no incident of this fleet', async () => {
    const incident = await storeIncident(server.db);
    const it = { actionId: 'incident_acknowledge', value: incident.id };
    expect((await press({ ...it, team: 'T2' })).status).toBe(401);
    expect((await press(it, { secret: SOUTH_SECRET })).status).toBe(200);
    expect(await timeline(incident)).toHaveLength(1);
    const theirs = await storeIncident(server.db, { fleetId: 'south' });
    await press({ ...it, value: theirs.id, team: 'T2' }, { secret: SOUTH_SECRET });
    expect(await present(theirs)).toMatchObject({ state: 'acknowledged' });
  });

  it('of a button that is none of ours, and of a thing that is not there, is taken and forgotten', async () => {
    for (const it of [
      { actionId: 'open_trip', value: '1' },
      { actionId: 'incident_acknowledge', value: '999999' },
      { actionId: 'incident_acknowledge', value: "'; drop table incidents" },
      { actionId: 'deletion_approve', value: 'x' },
    ])
      expect(await press(it)).toEqual({ status: 200, text: '' });
  });

  it('with a body that is signed and no interaction is a 400, with one too large a 413', async () => {
    const body = 'payload=nonsense';
    const headers = signedHeaders(SECRET, body, nowSeconds());
    const at = `${server.url}/slack/interactions`;
    expect((await fetch(at, { method: 'POST', headers, body })).status).toBe(400);
    expect((await fetch(at, { method: 'POST', headers, body: 'x'.repeat(1_048_577) })).status).toBe(413);
  });

  it('approves a deletion once, in the name of who pressed', async () => {
    const it = { actionId: 'deletion_approve', value: recorded.deletionId };
    expect((await press(it)).status).toBe(200);
    expect((await press(it)).status).toBe(200);
    expect((await press({ ...it, actionId: 'deletion_reject' })).status).toBe(200);
    expect(server.gateway.deletions).toEqual([recorded.deletionId]);
    const { json } = await server.api('GET', `/deletions/${recorded.deletionId}`);
    expect(json).toMatchObject({ state: 'approved', decided_who: 'slack:U01', decided_by: 'Ann Meyer' });
  });

  it('on an answered approval request is answered with its state, once', async () => {
    server.gateway.latePresses.length = 0;
    const late = { actionId: 'deletion_reject', value: recorded.deletionId, user: 'U07', actionTs: '7.1' };
    expect((await press(late)).status).toBe(200);
    expect((await press(late)).status).toBe(200);
    const sent = { fleet: 'north', deletionId: recorded.deletionId, userId: 'U07', channelId: 'C1' };
    expect(server.gateway.latePresses).toEqual([{ ...sent, pressedAt: expect.any(String) as unknown }]);
    await press({ ...late, actionId: 'deletion_approve', actionTs: '7.2' });
    expect(server.gateway.latePresses).toMatchObject([sent, sent]);
    // The person who decided it presses the same again: no message for them, but the request is updated.
    await press({ ...late, actionId: 'deletion_approve', user: 'U01', actionTs: '7.3' });
    expect(server.gateway.latePresses).toHaveLength(3);
    expect(server.gateway.latePresses[2]).not.toHaveProperty('userId');
  });

  it('on one while Temporal is unavailable is answered so that Slack says it did not work', async () => {
    server.gateway.unavailable = true;
    const late = { actionId: 'deletion_reject', value: recorded.deletionId, user: 'U07', actionTs: '7.4' };
    expect((await press(late)).status).toBe(503);
    server.gateway.unavailable = false;
    expect((await press(late)).status).toBe(200);
  });

  it('that decides is answered while Temporal is unavailable or hangs, and its start is left to the sweep', async () => {
    const { id } = await storeDeletion(server.db, { driverId: 'd', tripId: 'unavailable-1', rule: 'short' });
    server.gateway.unavailable = true;
    expect((await press({ actionId: 'deletion_approve', value: id })).status).toBe(200);
    const deletion = await getDeletion(server.db, { fleetId: 'north', id });
    expect(deletion).toMatchObject({ state: 'approved' });
    await expect.poll(() => requestOf(server.db, deletionStart(deletion!))).toMatchObject({ attempts: 1 });
    server.gateway.unavailable = false;
    const replyToLatePress = server.gateway.replyToLatePress.bind(server.gateway);
    server.gateway.replyToLatePress = () => new Promise(() => undefined);
    const late = { actionId: 'deletion_reject', value: id, user: 'U07', actionTs: '7.5' };
    expect((await press(late)).status).toBe(200);
    server.gateway.replyToLatePress = replyToLatePress;
  });

  it('that could not be kept is answered so that Slack says it did not work', async () => {
    const unavailable = openDatabase(UNAVAILABLE_DATABASE_URL);
    const cut = await startServerInTest(unavailable, { fleets });
    const body = pressBody({ actionId: 'incident_acknowledge', value: '1' });
    const headers = signedHeaders(SECRET, body, nowSeconds());
    const response = await fetch(`${cut.url}/slack/interactions`, { method: 'POST', headers, body });
    expect(response.status).toBe(503);
    await cut.close();
    await unavailable.close();
  });

  it('that takes longer than Slack waits is answered so too; what it kept later is kept once', async () => {
    const incident = await storeIncident(server.db);
    const body = pressBody({ actionId: 'incident_acknowledge', value: incident.id });
    const request = { method: 'POST', headers: signedHeaders(SECRET, body, nowSeconds()), body };
    const hasty = createApp({ ...server.deps, answerWithinMs: 200 });
    const listening = await listen(hasty, { host: '127.0.0.1', port: 0 }, PORT_LIMITS);
    await server.db.transaction().execute(async (held) => {
      await held.selectFrom('incidents').select('id').where('id', '=', incident.id).forUpdate().execute();
      const response = await fetch(`${listening.url}/slack/interactions`, request);
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('It could not be stored in time: press again.');
    });
    await expect.poll(async () => (await present(incident)).state).toBe('acknowledged');
    expect((await fetch(`${server.url}/slack/interactions`, request)).status).toBe(200);
    expect((await timeline(incident)).map(({ kind }) => kind)).toEqual(['opened', 'acknowledged']);
    await listening.close();
  });
});

describe('the page behind an e-mail’s link', () => {
  it('is checked a hundred times, and nothing changes', async () => {
    const incident = await storeIncident(server.db);
    const url = await linkTo(incident);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_each, index) => {
        const response = await fetch(url, { method: index % 4 === 0 ? 'HEAD' : 'GET' });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await present(incident)).toEqual(incident);
    expect(await timeline(incident)).toHaveLength(1);
    expect(await auditOf(incident)).toEqual([]);
  });

  it('shows the incident, is kept nowhere, loads nothing and lets its forms go nowhere else', async () => {
    const incident = await storeIncident(server.db, { driverId: '<script>alert(1)</script>' });
    const response = await fetch(await linkTo(incident));
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await response.text();
    expect(html).toContain('Not acknowledged.');
    expect(html).toContain('You answer as <strong><bdi>Ann Meyer</bdi></strong>');
    expect(html).not.toMatch(/<script|src="http|<link/);
  });

  it('answers by its forms, and the same form sent again is the same answer', async () => {
    const incident = await storeIncident(server.db);
    const url = await linkTo(incident);
    const key = /name="key" value="([^"]+-acknowledge)"/.exec(await (await fetch(url)).text())![1]!;
    for (let index = 0; index < 2; index += 1) {
      const answer = await send(url, { answer: 'acknowledge', key });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('You are now the assignee. Nobody else is notified.');
    }
    expect(await auditOf(incident)).toEqual(['incident.acknowledged ann@example.com Ann Meyer']);
    const over = await send(url, { answer: 'resolve', disposition: 'not_driver', note: 'A\r\nB', key: 'x' });
    expect(await over.text()).toContain('Resolved. Nobody else is notified.');
    expect(await present(incident)).toMatchObject({ disposition: 'not_driver', note: 'A\nB' });
    const late = await send(url, { answer: 'escalate' });
    expect(await late.text()).toMatch(/Ann Meyer already resolved it, .* Your answer changed nothing/);
  });

  it('snoozes by its form, and by nothing but POST', async () => {
    const incident = await storeIncident(server.db);
    const url = await linkTo(incident);
    expect((await fetch(`${url}?answer=snooze`)).status).toBe(200);
    expect(await timeline(incident)).toHaveLength(1);
    const answer = await send(url, { answer: 'snooze', key: 's' });
    expect(await answer.text()).toMatch(
      /Snoozed\. You are now the assignee.*Snoozed by .*Then people are paged again\./s,
    );
    expect((await timeline(incident))[1]).toMatchObject({ kind: 'snoozed', details: { minutes: 30 } });
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['an answer that there is not', { answer: 'delete' }],
    ['a resolution without what it was', { answer: 'resolve' }],
  ])('does nothing with %s', async (_what, form) => {
    const incident = await storeIncident(server.db);
    const response = await send(await linkTo(incident), form);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Nothing was changed.');
    expect(await timeline(incident)).toHaveLength(1);
  });

  it.each<[string, (incident: Incident) => Promise<string>, string]>([
    ['has expired', (it) => linkTo(it, { expires: nowSeconds() - 60 }), 'has expired'],
    ['is damaged', async (it) => (await linkTo(it)).slice(0, -3), 'is damaged'],
    ['is of a fleet that is gone', (it) => linkTo(it, { fleet: 'west' }), 'is damaged'],
    ['is of another fleet', (it) => linkTo(it, { fleet: 'south' }), 'no longer stored'],
    [
      'is one to a trip',
      async () => {
        const key = await instanceKey(server.db, LINK_KEY_NAME);
        const trip = { fleet: 'north', driverId: 'd', tripId: 't', expires: nowSeconds() + 60 };
        return `${server.url}/a/${tripLinks.sign(key, trip)}`;
      },
      'is damaged',
    ],
  ])('opens and answers nothing when the link %s', async (_why, urlOf, words) => {
    const incident = await storeIncident(server.db);
    const url = await urlOf(incident);
    const shown = await fetch(url, { headers: { accept: 'text/html' } });
    expect(shown.status).toBe(404);
    expect(await shown.text()).toContain(words);
    expect((await send(url, { answer: 'acknowledge' })).status).toBe(404);
    expect(await timeline(incident)).toHaveLength(1);
  });

  it('leaves neither link nor address in the log', async () => {
    const url = await linkTo(await storeIncident(server.db));
    await fetch(url);
    expect(server.logged()).toContain('"route":"/a/{signed}"');
    expect(server.logged()).not.toContain(url.split('/a/')[1]!.slice(0, 20));
    expect(server.logged()).not.toContain('ann@example.com');
  });
});

describe('the API', () => {
  it('answers, shows the timeline, and says too late with the present state', async () => {
    const incident = await storeIncident(server.db, { driverId: 'api-1' });
    const taken = await say(incident, 'acknowledge', { by: 'Ann', note: 'On it.' });
    expect(taken).toMatchObject({ status: 200, json: { state: 'acknowledged', assignee: 'Ann' } });
    expect(taken.json['timeline']).toMatchObject([{ kind: 'opened' }, { kind: 'acknowledged', who: 'ed' }]);
    const late = await say(incident, 'acknowledge', { by: 'Bob' });
    expect(late).toMatchObject({ status: 409, json: { state: 'acknowledged', assignee: 'Ann' } });
    expect(late.json['detail']).toMatch(/^Assigned to Ann, acknowledged /);
    const handed = await say(incident, 'reassign', { by: 'Ann', to: 'Cem' });
    expect(handed.json).toMatchObject({ assignee: 'Cem' });
    const entries = handed.json['timeline'] as { kind: string; details?: object }[];
    expect(entries.find(({ kind }) => kind === 'reassigned')?.details).toMatchObject({ notified: [] });
    expect((await say(incident, 'notes', { by: 'Cem', note: 'The driver is well.' })).status).toBe(200);
    expect((await say(incident, 'escalate', { by: 'Cem' })).json['state']).toBe('open');
    const over = await say(incident, 'resolve', { by: 'Cem', disposition: 'confirmed' });
    expect(over.json).toMatchObject({ state: 'resolved', disposition: 'confirmed' });
    expect((await say(incident, 'reopen', { by: 'Ann' })).json).toMatchObject({ state: 'open', reopened: 1 });
    const listed = await server.api('GET', '/incidents?driver_id=api-1&state=open&rule=collision', {
      token: TOKENS.viewer,
    });
    expect(listed.json['items']).toMatchObject([{ id: incident.id, policy: 'collision' }]);
    expect((await server.api('GET', '/incidents?driver_id=api-1&policy=x')).json['items']).toEqual([]);
  });

  it('snoozes for 5 to 240 minutes; another’s acknowledgement ends it, and what is held or over is too late', async () => {
    const incident = await storeIncident(server.db);
    for (const minutes of [4, 241, 7.5, '30', null])
      expect((await say(incident, 'snooze', { by: 'Ann', minutes })).status).toBe(422);
    expect(await timeline(incident)).toHaveLength(1);
    const snoozed = await say(incident, 'snooze', { by: 'Ann', minutes: 240, note: 'Driving there.' });
    expect(snoozed).toMatchObject({ status: 200, json: { state: 'acknowledged', assignee: 'Ann' } });
    expect(snoozed.json['snoozed_until']).toBe(snoozed.json['due_at']);
    const sooner = await say(incident, 'snooze', { by: 'Ann', minutes: 5 });
    expect(String(sooner.json['due_at']) < String(snoozed.json['due_at'])).toBe(true);
    const taken = await say(incident, 'acknowledge', { by: 'Bob' });
    expect(taken).toMatchObject({ status: 200, json: { assignee: 'Bob' } });
    expect(taken.json).not.toHaveProperty('snoozed_until');
    expect(taken.json).not.toHaveProperty('due_at');
    const late = await say(incident, 'snooze', { by: 'Ann' });
    expect(late).toMatchObject({ status: 409, json: { state: 'acknowledged', assignee: 'Bob' } });
    await say(incident, 'resolve', { by: 'Bob', disposition: 'confirmed' });
    expect(await say(incident, 'snooze', { by: 'Bob' })).toMatchObject({
      status: 409,
      json: { state: 'resolved' },
    });
    expect(await auditOf(incident)).toContain('incident.snoozed ed Ann');
  });

  it('takes the same key once, and refuses it for other words', async () => {
    const incident = await storeIncident(server.db);
    const call = (body: object): Promise<Response> =>
      fetch(`${server.url}/api/v1/fleets/north/incidents/${incident.id}/notes`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${TOKENS.editor}`,
          'idempotency-key': 'k-1',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    expect((await call({ by: 'Ann', note: 'One.' })).status).toBe(200);
    expect((await call({ by: 'Ann', note: 'One.' })).status).toBe(200);
    expect((await call({ by: 'Ann', note: 'Two.' })).status).toBe(422);
    expect(await timeline(incident)).toHaveLength(2);
  });

  it('lets viewers read and not answer', async () => {
    const incident = await storeIncident(server.db);
    const path = `/incidents/${incident.id}`;
    expect((await server.api('GET', path, { token: TOKENS.viewer })).status).toBe(200);
    const answer = { token: TOKENS.viewer, body: { by: 'Vi' } };
    for (const verb of ['acknowledge', 'snooze'])
      expect((await server.api('POST', `${path}/${verb}`, answer)).status).toBe(403);
  });
});

describe('two people of one name', () => {
  it('are two, and each is one by Slack and by e-mail', async () => {
    const handover = { weekday: 'mon', at: '08:00' };
    const body = {
      id: 'namesakes',
      timezone: 'Europe/Berlin',
      handover,
      people: [
        { name: 'Kim', email: 'kim.a@example.com', slack: 'U21' },
        { name: 'Kim', email: 'kim.b@example.com', slack: 'U22' },
      ],
    };
    await storePublished(server.db, { kind: 'rotation', body });
    const incident = await storeIncident(server.db);
    expect((await say(incident, 'reassign', { by: 'Ann', to: 'kim' })).json).toMatchObject({
      errors: [{ pointer: '/to', message: expect.stringContaining('2 people called “kim”') as string }],
    });
    await press({ actionId: 'incident_acknowledge', value: incident.id, user: 'U21' });
    await press({ actionId: 'incident_acknowledge', value: incident.id, user: 'U22' });
    expect((await timeline(incident)).map(({ kind }) => kind)).toEqual([
      'opened',
      'acknowledged',
      'late_answer',
    ]);
    const pageOf = async (receiver: string): Promise<string> =>
      (await fetch(await linkTo(incident, { receiver }))).text();
    expect(await pageOf('kim.a@example.com')).toContain('Hand it on');
    expect(await pageOf('kim.b@example.com')).not.toContain('Hand it on');
    const own = await linkTo(incident, { receiver: 'KIM.A@example.com' });
    expect(await (await send(own, { answer: 'acknowledge' })).text()).toContain('class="result good"');
    const shown = await say(incident, 'notes', { by: 'Ann', note: 'Well.' });
    expect(JSON.stringify(shown.json['timeline'])).not.toContain('identity');
    expect((await timeline(incident)).at(-2)).toMatchObject({
      kind: 'acknowledged',
      details: { again: true },
    });
  });
});

describe('fifty presses at once on one message', () => {
  const fifty = Array.from({ length: 50 }, (_each, index) => index);
  const all = (actionId: string, value: string): Promise<number[]> =>
    Promise.all(
      fifty.map(async (index) => {
        const it = {
          actionId,
          value,
          user: `U6${index}`,
          userName: `presser ${index}`,
          actionTs: `6.${index}`,
        };
        return (await press(it)).status;
      }),
    );

  it('take an incident once: each is answered at the first try, and forty-nine learn who is the assignee', async () => {
    const incident = await storeIncident(server.db);
    expect(await all('incident_acknowledge', incident.id)).toEqual(fifty.map(() => 200));
    const events = await timeline(incident);
    expect(events.map(({ seq }) => seq)).toEqual([...fifty, 50].map((index) => index + 1));
    const { assignee } = await present(incident);
    const late = events.filter(({ kind }) => kind === 'late_answer');
    expect(late.map(({ details }) => details?.['person'])).toEqual(fifty.slice(1).map(() => assignee));
    expect(new Set(late.map(({ who }) => who)).size).toBe(49);
    expect(await auditOf(incident)).toEqual([
      expect.stringMatching(`^incident.acknowledged slack:U6\\d+ ${assignee}$`),
    ]);
  });

  it('decide a deletion once: each is answered at the first try, and forty-nine learn that', async () => {
    const { id } = await storeDeletion(server.db, { driverId: 'd', tripId: 'fifty', rule: 'short' });
    server.gateway.latePresses.length = 0;
    expect(await all('deletion_approve', id)).toEqual(fifty.map(() => 200));
    const deletion = await getDeletion(server.db, { fleetId: 'north', id });
    const sent = server.gateway.latePresses.map((each) => `slack:${each.userId}`);
    expect([...sent, deletion?.decidedWho].sort()).toEqual(fifty.map((index) => `slack:U6${index}`).sort());
    const { items } = await listAudit(server.db, {
      fleetId: 'north',
      subjectType: 'deletion',
      subjectId: id,
    });
    expect(items.map(({ action }) => action).sort()).toEqual(['deletion.approved', 'deletion.requested']);
  });
});

it('of a mailbox that several people read no single one is said to have answered', async () => {
  const body = {
    id: 'desk',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: [
      { name: 'Uma', email: 'desk@example.com' },
      { name: 'Vera', email: 'Desk@example.com' },
    ],
  };
  await storePublished(server.db, { kind: 'rotation', body });
  const incident = await storeIncident(server.db);
  const url = await linkTo(incident, { receiver: 'desk@example.com' });
  expect(await (await fetch(url)).text()).not.toMatch(/Uma|Vera/);
  await send(url, { answer: 'acknowledge' });
  expect(await present(incident)).toMatchObject({ state: 'acknowledged', assignee: 'desk@example.com' });
  expect(await auditOf(incident)).toEqual(['incident.acknowledged desk@example.com desk@example.com']);
});

it('fifty at once by Slack, e-mail and API: one wins, all are answered, one audit trail', async () => {
  const incident = await storeIncident(server.db);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_each, index) => {
      const user = `U5${index}`;
      if (index % 3 === 0) {
        const it = { actionId: 'incident_acknowledge', value: incident.id, user, userName: `slack ${index}` };
        return (await press(it)).status;
      }
      if (index % 3 === 1) {
        const url = await linkTo(incident, { receiver: `mail-${index}@example.com` });
        const response = await send(url, { answer: 'acknowledge', key: randomUUID() });
        expect(await response.text()).toMatch(/You are now the assignee|acknowledged/);
        return response.status;
      }
      const { status, json } = await say(incident, 'acknowledge', { by: `api ${index}` });
      expect([200, 409]).toContain(status);
      expect(status === 200 ? json['assignee'] : json['detail']).toMatch(
        status === 200 ? /^api/ : /Assigned to .*, acknowledged/,
      );
      return 200;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  const events = await timeline(incident);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_each, index) => index + 1));
  expect(events.filter(({ kind }) => kind === 'acknowledged')).toHaveLength(1);
  const { assignee } = await present(incident);
  const late = events.filter(({ kind }) => kind === 'late_answer');
  expect(late).toHaveLength(49);
  expect(new Set(late.map(({ details }) => details?.['person']))).toEqual(new Set([assignee]));
  expect(await auditOf(incident)).toEqual([expect.stringMatching(`^incident.acknowledged .* ${assignee}$`)]);
});

it('an answer counts while Temporal is unavailable', async () => {
  const incident = await storeIncident(server.db);
  server.gateway.unavailable = true;
  expect((await say(incident, 'acknowledge', { by: 'Ann' })).status).toBe(200);
  await expect.poll(() => requestOf(server.db, incidentTick(incident))).toMatchObject({ attempts: 1 });
  server.gateway.unavailable = false;
});
