import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemporalRequests } from '../../server/background/index.ts';
import { createWorkflowGateway } from '../../temporal/index.ts';
import { listAlarms, openAlarm } from '../../store/alarms/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import { INCIDENT_TIMELINE } from '../../workflows/contracts/index.ts';
import type { IncidentMoment, IncidentResult } from '../../workflows/contracts/index.ts';
import {
  answer,
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
  timelineOf,
  untilEvent,
} from '../support/incidents/documents.ts';
import { FLEET } from '../support/servers/stack.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack } from '../support/servers/useStack.ts';

const stack = useStack();
beforeAll(async () => {
  for (const name of ['one', 'two', 'three', 'director']) stack.slack.channels.add(name);
  await stack.startWorker();
});
beforeEach(async () => {
  stack.slack.messages.length = 0;
  stack.smtp.mails.length = 0;
  stack.smtp.clearFaults();
  await stack.database.db.updateTable('documents').set({ publishedVersion: null }).execute();
  await stack.database.db.deleteFrom('fleetAlarms').execute();
});

let count = 0;
/** Lets a test's own driver collide, and runs the trip's workflow to its end. */
async function crash(options: { driverId?: string; tripId?: string } = {}) {
  count += 1;
  const { driverId = `d-${count}`, tripId = `t-${count}` } = options;
  const trip = collide(stack, driverId, tripId);
  const result = await stack.runTrip(trip);
  return { ...trip, result };
}

async function crashed(): Promise<Incident> {
  const { driverId } = await crash();
  return (await incidentsOf(stack, driverId))[0]!;
}

/** Returns kind and receiver of an incident's deliveries in a state, in the order of planning. */
async function sent(incident: Pick<Incident, 'id' | 'driverId'>, state = 'sent'): Promise<string[]> {
  const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, driverId: incident.driverId });
  return items
    .filter((each) => each.incidentId === incident.id && each.state === state)
    .reverse()
    .map(({ kind, receiver }) => `${kind.replace('incident_', '')} ${receiver}`);
}

const kinds = async (incident: Pick<Incident, 'id'>): Promise<string[]> =>
  (await timelineOf(stack, incident)).map(({ kind }) => kind);
const poll = <T>(check: () => Promise<T>) => expect.poll(check, { timeout: 20_000, interval: 100 });

describe('a chain', () => {
  it('calls one after the other, until someone has it; what followed is called off', async () => {
    await stack.publishAs(
      'escalation-policy',
      chain([
        [0, '#one'],
        [2, '#two'],
        [14, '#three'],
      ]),
    );
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #one', 'page #two']);
    const threeAt = (await incidentsOf(stack, incident.driverId))[0]!.dueAt!;
    await answer(stack, incident, { kind: 'acknowledge' });
    await poll(() => sent(incident)).toEqual(['page #one', 'page #two', 'note #one', 'note #two']);
    expect(threeAt.getTime()).toBeGreaterThanOrEqual(incident.openedAt.getTime() + 14_000);
    await pause(Math.max(0, threeAt.getTime() + 1_000 - Date.now()));
    expect(await kinds(incident)).toEqual(['opened', 'paged', 'paged', 'acknowledged']);
    await answer(stack, incident, { kind: 'resolve', disposition: 'confirmed', note: 'planted-note' });
    const handle = incidentHandle(stack, incident);
    expect((await handle.result()) as IncidentResult).toEqual({ state: 'resolved', pages: 2 });
    const timeline = await handle.query<readonly IncidentMoment[]>(INCIDENT_TIMELINE);
    expect(timeline.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
      '1 opened',
      '2 paged',
      '3 paged',
      '4 acknowledged',
      '5 resolved',
    ]);
    const history = everythingIn(await handle.fetchHistory());
    // The history does contain payloads in plain text.
    expect(history).toContain(`"incidentId":"${incident.id}"`);
    expect(history).not.toMatch(/Planted-Name|planted-note|#one/);
  });

  it('notifies at its end that nobody answered, and those whom the policy names for that', async () => {
    const unanswered = [{ type: 'slack', channel: '#director' }];
    const repeat = { times: 0, every: '1s' };
    await stack.publishAs('escalation-policy', chain([[0, '#one']], { unanswered, repeat }));
    await stack.publish(collisionRule());
    const incident = await crashed();
    await untilEvent(stack, incident, { kind: 'unanswered' });
    await poll(() => sent(incident)).toEqual(['page #one', 'page #director', 'note #one']);
    const [now] = await incidentsOf(stack, incident.driverId);
    expect(now).toMatchObject({ state: 'open', position: 2, dueAt: null });
    expect(now!.unansweredAt).not.toBeNull();
    await answer(stack, incident, { kind: 'escalate', by: 'Bea' });
    await poll(async () => (await sent(incident)).filter((line) => line === 'page #director')).toHaveLength(
      2,
    );
    // The director's page and the note in the first channel are sent at the same time: either may come first.
    const [first] = stack.slack.messages;
    const pages = stack.slack.messages.filter(({ channel }) => channel !== first!.channel);
    expect(JSON.stringify(pages.at(-1)!.blocks)).toContain('Bea escalated it');
    expect(await kinds(incident)).toEqual(['opened', 'paged', 'unanswered', 'escalated', 'unanswered']);
    await answer(stack, incident, { kind: 'acknowledge', repageAfterSeconds: 1 });
    const again = await untilEvent(stack, incident, { kind: 'unanswered', times: 3 });
    // The incident had an assignee in between, so it has been unanswered only since the last page.
    const [silent] = await incidentsOf(stack, incident.driverId);
    expect(silent!.unansweredAt).toEqual(again.at);
  });

  it('is unanswered once a full round has ended without an answer, with an alarm until someone answers', async () => {
    const repeat = { times: 1, every: '1s' };
    await stack.publishAs(
      'escalation-policy',
      chain(
        [
          [0, '#one'],
          [1, '#two'],
        ],
        { repeat },
      ),
    );
    await stack.publish(collisionRule());
    const incident = await crashed();
    // The first page of the second round: neither a step before it, nor the end of the chain.
    const again = await untilEvent(stack, incident, { kind: 'paged', times: 3 });
    const [now] = await incidentsOf(stack, incident.driverId);
    expect(now).toMatchObject({ state: 'open', unansweredSince: again.at });
    const key = { fleetId: FLEET, kind: 'incident_unanswered', subject: incident.id } as const;
    const alarm = await openAlarm(stack.database.db, key);
    expect(alarm?.message).toContain(`Incident ${incident.id} is open, and nobody answered`);
    await answer(stack, incident, { kind: 'acknowledge' });
    expect((await incidentsOf(stack, incident.driverId))[0]!.unansweredSince).toBeNull();
    expect(await openAlarm(stack.database.db, key)).toBeUndefined();
  });

  it('that named nobody for its end can still be escalated: the last recipients are notified again', async () => {
    await stack.publishAs('escalation-policy', chain([[0, '#one']], { repeat: { times: 0, every: '1s' } }));
    await stack.publish(collisionRule());
    const incident = await crashed();
    await untilEvent(stack, incident, { kind: 'unanswered' });
    await answer(stack, incident, { kind: 'escalate', via: 'slack' });
    await poll(async () => (await sent(incident)).filter((line) => line === 'page #one')).toHaveLength(2);
  });

  it('whose workflow is lost is found by the check for what is overdue, and goes on', async () => {
    await stack.publishAs(
      'escalation-policy',
      chain([
        [0, '#one'],
        [10, '#two'],
      ]),
    );
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #one']);
    await incidentHandle(stack, incident).terminate('lost');
    const { address, namespace, taskQueue } = stack.config.temporal;
    const workflows = createWorkflowGateway({ address: address!, namespace, taskQueue });
    const requests = createTemporalRequests({
      db: stack.database.db,
      workflows,
      log: pino({ level: 'silent' }),
      everyMs: 50,
      config: { fleets: [] },
      // So long after the due time, only this poller can still tick the incident.
      now: () => new Date(Date.now() + 70_000),
    });
    const due = (await incidentsOf(stack, incident.driverId))[0]!.dueAt!;
    await pause(Math.max(0, due.getTime() + 100 - Date.now()));
    expect(await sent(incident)).toEqual(['page #one']);
    requests.start();
    await poll(() => sent(incident)).toEqual(['page #one', 'page #two']);
    expect((await incidentHandle(stack, incident).describe()).status.name).toBe('RUNNING');
    await requests.close();
    await workflows.close();
  });

  it('does not wait for a receiver that cannot be reached', async () => {
    const policy = chain([
      [0, '#one'],
      [2, '#two'],
    ]);
    policy.steps[0]!.notify.push({ type: 'email', to: ['lead@example.com'] } as never);
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(collisionRule());
    // More faults than attempts are made until both steps have been paged.
    stack.smtp.fault(...Array.from({ length: 20 }, () => ({ kind: 'drop' }) as const));
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #one', 'page #two']);
    const paged = (await timelineOf(stack, incident)).filter(({ kind }) => kind === 'paged');
    expect(paged[1]!.at.getTime() - paged[0]!.at.getTime()).toBeGreaterThanOrEqual(2_000);
    stack.smtp.clearFaults();
    await expect
      .poll(() => sent(incident), { timeout: 60_000 })
      .toEqual(['page #one', 'page lead@example.com', 'page #two']);
  });

  it('passes over a step outside its hours, and a rotation that is not there, and says so', async () => {
    const policy = chain([
      [0, '#one'],
      [1, '#two'],
      [2, '#three'],
    ]);
    const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
    Object.assign(policy.steps[0]!, { when: { from: hour(2), to: hour(4), timezone: 'UTC' } });
    policy.steps[1]!.notify = [{ type: 'slack', channel: 'rotation:nobody' }];
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #three']);
    const skipped = (await timelineOf(stack, incident)).filter(({ kind }) => kind === 'step_skipped');
    expect(skipped.map(({ details }) => details)).toEqual([
      { page: 0, round: 1, step: 1, reason: 'outside_hours' },
      { page: 1, round: 1, step: 2, reason: 'no_recipients', unreachable: ['rotation:nobody'] },
    ]);
    const alarms = await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true });
    expect(alarms.find(({ kind }) => kind === 'escalation_receivers')?.message).toContain('rotation:nobody');
  });
});

describe('a policy whose steps are all outside of their hours', () => {
  it('notifies people all the same, and says so', async () => {
    const policy = chain([
      [0, '#one'],
      [1, '#two'],
    ]);
    const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
    const when = { from: hour(2), to: hour(4), timezone: 'UTC' };
    for (const step of policy.steps) Object.assign(step, { when });
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #one', 'page #two']);
    const paged = (await timelineOf(stack, incident)).filter(({ kind }) => kind === 'paged');
    for (const { details } of paged) expect(details).toMatchObject({ cause: 'time', despite_hours: true });
    await poll(() => Promise.resolve(JSON.stringify(stack.slack.messages))).toContain(
      'outside its hours: otherwise nobody would have been notified',
    );
    const alarms = await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true });
    expect(alarms.find(({ kind }) => kind === 'escalation_receivers')?.message).toContain(
      'outside its hours',
    );
  });
});

describe('a page that reaches nobody', () => {
  it('waits for no answer: the next step runs at once, and an alarm says so', async () => {
    const policy = chain([
      [0, '#gone'],
      [600, '#two'],
      [1200, '#three'],
    ]);
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #two']);
    expect(await sent(incident, 'failed')).toEqual(['page #gone']);
    const next = await untilEvent(stack, incident, { kind: 'paged', times: 2 });
    expect(next.details).toMatchObject({ step: 2, cause: 'undelivered' });
    const [now] = await incidentsOf(stack, incident.driverId);
    expect(now!.dueAt!.getTime()).toBe(next.at.getTime() + 600_000);
    const alarms = await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true });
    expect(alarms.find(({ kind }) => kind === 'escalation_receivers')?.message).toContain('reached nobody');
    // Paging does not resume at a step that reached no recipient.
    await answer(stack, incident, { kind: 'acknowledge', repageAfterSeconds: 1 });
    const lapsed = await untilEvent(stack, incident, { kind: 'paged', times: 3 });
    expect(lapsed.details).toMatchObject({ step: 2, cause: 'paging_resumed' });
  });

  it('by e-mail, refused as an address that is not there, is seen as such: next step at once, and it says why', async () => {
    const policy = chain([
      [0, '#one'],
      [600, '#two'],
    ]);
    policy.steps[0]!.notify = [{ type: 'email', to: ['left@example.com'] }] as never;
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(collisionRule());
    stack.smtp.unknownRecipients.add('left@example.com');
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #two']);
    expect(await sent(incident, 'failed')).toEqual(['page left@example.com']);
    const next = await untilEvent(stack, incident, { kind: 'paged', times: 2 });
    expect(next.details).toMatchObject({ step: 2, cause: 'undelivered' });
    expect(next.at.getTime() - incident.openedAt.getTime()).toBeLessThan(600_000);
    await poll(() => Promise.resolve(JSON.stringify(stack.slack.messages))).toContain(
      'Step 2: notified #two at once: the previous step reached nobody',
    );
    expect(stack.smtp.mails).toEqual([]);
  });

  it('notifies the earlier recipients again, when the policy reaches nobody any more', async () => {
    const rotation = {
      id: 'night',
      name: 'Night',
      timezone: 'UTC',
      handover: { weekday: 'mon', at: '09:00' },
      people: [{ name: 'Bob', email: 'bob@example.com' }],
    };
    await stack.publishAs('rotation', rotation);
    await stack.publishAs('escalation-policy', chain([[0, 'rotation:night']]));
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page bob@example.com']);
    await stack.database.db
      .updateTable('documents')
      .set({ publishedVersion: null })
      .where('kind', '=', 'rotation')
      .execute();
    await answer(stack, incident, { kind: 'acknowledge', repageAfterSeconds: 1 });
    const again = await untilEvent(stack, incident, { kind: 'paged', times: 2 });
    expect(again.details).toMatchObject({ cause: 'paging_resumed', last_resort: true });
    await poll(async () =>
      (await sent(incident)).filter((line) => line === 'page bob@example.com'),
    ).toHaveLength(2);
  });
});

describe('people', () => {
  it('without an update for too long is paged again, and a resolved incident can be reopened', async () => {
    await stack.publishAs(
      'escalation-policy',
      chain([
        [0, '#one'],
        [60, '#two'],
      ]),
    );
    await stack.publish(collisionRule());
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #one']);
    await answer(stack, incident, { kind: 'acknowledge', repageAfterSeconds: 2 });
    await untilEvent(stack, incident, { kind: 'paging_resumed' });
    await poll(() => sent(incident)).toEqual(['page #one', 'note #one', 'page #one']);
    expect((await incidentsOf(stack, incident.driverId))[0]).toMatchObject({ state: 'open', assignee: null });
    await answer(stack, incident, { kind: 'escalate' });
    await poll(async () => (await sent(incident)).at(-1)).toBe('page #two');
    await answer(stack, incident, { kind: 'resolve', disposition: 'false_alarm' });
    await incidentHandle(stack, incident).result();
    await answer(stack, incident, { kind: 'reopen' });
    await poll(async () => (await kinds(incident)).slice(-2)).toEqual(['reopened', 'paged']);
    // The workflow shows its tick a moment after the store has it.
    const query = () => incidentHandle(stack, incident).query<readonly IncidentMoment[]>(INCIDENT_TIMELINE);
    await poll(async () => (await query()).map(({ kind }) => kind)).toEqual(await kinds(incident));
  });

  it('the new assignee is paged, although it has an assignee', async () => {
    await stack.publishAs('escalation-policy', chain([[0, '#one']]));
    await stack.publish(collisionRule());
    const incident = await crashed();
    await answer(stack, incident, { kind: 'acknowledge' });
    const notify = [{ action: 'email', receiver: 'cem@example.com' }] as const;
    await answer(stack, incident, { kind: 'reassign', to: 'cem@example.com', notify });
    await poll(() => sent(incident)).toContain('page cem@example.com');
    expect(stack.smtp.mails).toHaveLength(1);
    expect((await timelineOf(stack, incident)).at(-1)).toMatchObject({
      kind: 'reassigned',
      details: { notified: notify },
    });
  });

  it('are not paged any more by what could not be sent before someone had it', async () => {
    const policy = chain([[0, '#one']]);
    policy.steps[0]!.notify.push({ type: 'email', to: ['lead@example.com'] } as never);
    await stack.publishAs('escalation-policy', policy);
    await stack.publish(collisionRule());
    stack.smtp.fault(...Array.from({ length: 20 }, () => ({ kind: 'drop' }) as const));
    const incident = await crashed();
    await poll(() => sent(incident)).toEqual(['page #one']);
    await answer(stack, incident, { kind: 'acknowledge' });
    await expect
      .poll(() => sent(incident, 'skipped'), { timeout: 60_000 })
      .toEqual(['page lead@example.com']);
    await answer(stack, incident, { kind: 'resolve' });
    await incidentHandle(stack, incident).result();
    expect(stack.smtp.mails).toEqual([]);
  });
});

describe('a second alert', () => {
  it('joins the open incident of the same trip, or of the same driver for a while, and pages nobody anew', async () => {
    await stack.publishAs(
      'escalation-policy',
      chain(
        [
          [0, '#one'],
          [60, '#two'],
        ],
        { join_within: '10m' },
      ),
    );
    await stack.publish(collisionRule(), collisionRule({ id: 'another', name: 'Another' }));
    const incident = await crashed();
    await untilEvent(stack, incident, { kind: 'joined' });
    await crash({ driverId: incident.driverId });
    expect(await incidentsOf(stack, incident.driverId)).toHaveLength(1);
    await poll(async () => (await kinds(incident)).filter((kind) => kind === 'joined')).toHaveLength(3);
    await poll(async () => (await sent(incident)).filter((line) => line === 'page #one')).toHaveLength(1);
    await poll(
      async () => (await sent(incident)).filter((line) => line === 'note #one').length,
    ).toBeGreaterThan(1);
    const rows = await stack.database.db
      .selectFrom('incidentAlerts')
      .selectAll()
      .where('incidentId', '=', incident.id)
      .execute();
    expect(rows).toHaveLength(4);
  });

  it('is heard of by e-mail where people were paged by e-mail only, once each', async () => {
    const mail = (...to: string[]) => [{ type: 'email', to }];
    await stack.publishAs('escalation-policy', {
      ...chain([], { join_within: '10m' }),
      steps: [
        { after: '0s', notify: mail('lead@example.com') },
        { after: '1s', notify: mail('head@example.com', 'lead@example.com') },
        { after: '1h', notify: mail('director@example.com') },
      ],
    });
    await stack.publish(collisionRule());
    const incident = await crashed();
    const pages = ['page lead@example.com', 'page head@example.com', 'page lead@example.com'];
    await poll(() => sent(incident)).toEqual(pages);
    stack.smtp.mails.length = 0;
    const { tripId } = await crash({ driverId: incident.driverId });
    const notes = ['note head@example.com', 'note lead@example.com'];
    await poll(async () => (await sent(incident)).slice(3).sort()).toEqual(notes);
    const mails = stack.smtp.mails.map(({ parsed }) => parsed.text ?? '');
    expect(mails).toHaveLength(2);
    for (const text of mails) expect(text).toMatch(/Joined by another alert: Collision/);
    for (const text of mails) expect(text).toContain(tripId);
    await answer(stack, incident, { kind: 'acknowledge' });
    await untilEvent(stack, incident, { kind: 'acknowledged' });
    await answer(stack, incident, { kind: 'resolve' });
    await incidentHandle(stack, incident).result();
    expect(await sent(incident)).toHaveLength(5);
  });

  it('after the chain has come to its end calls people again', async () => {
    const unanswered = [{ type: 'slack', channel: '#director' }];
    const ends = { unanswered, repeat: { times: 0, every: '1s' }, join_within: '10m' };
    await stack.publishAs('escalation-policy', chain([[0, '#one']], ends));
    await stack.publish(collisionRule());
    const incident = await crashed();
    await untilEvent(stack, incident, { kind: 'unanswered' });
    await poll(async () => (await incidentsOf(stack, incident.driverId))[0]!.dueAt).toBeNull();
    await crash({ driverId: incident.driverId });
    const again = await untilEvent(stack, incident, { kind: 'unanswered', times: 2 });
    expect((await kinds(incident)).slice(2)).toEqual(['unanswered', 'joined', 'paged', 'unanswered']);
    const timeline = await timelineOf(stack, incident);
    expect(timeline[3]!.details).toMatchObject({ paging_restarted: 'chain_over' });
    expect(again.at.getTime() - timeline[4]!.at.getTime()).toBeGreaterThanOrEqual(1_000);
    await poll(async () => (await sent(incident)).filter((line) => line === 'page #one')).toHaveLength(2);
    expect(stack.slack.messages.filter(({ text }) => text.includes('Another alert joined it'))).toHaveLength(
      1,
    );
  });

  it('of another trip opens one of its own without a window for joining', async () => {
    await stack.publishAs('escalation-policy', chain([[0, '#one']]));
    await stack.publish(collisionRule());
    const { driverId } = await crashed();
    await crash({ driverId });
    expect(await incidentsOf(stack, driverId)).toHaveLength(2);
  });
});

describe('a policy that was retracted', () => {
  it('fails the escalation with the reason, raises an alarm, and others are notified; published again, a replay pages', async () => {
    await stack.publish(
      collisionRule({ owner: '#director' }),
      collisionRule({
        id: 'held',
        name: 'Held',
        severity: 'warning',
        actions: [
          { type: 'escalate', policy: 'collision' },
          {
            type: 'slack',
            channel: '#two',
            quiet_hours: { from: '00:00', to: '00:00', timezone: 'UTC' },
          },
        ],
      }),
    );
    const trip = await crash();
    const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, driverId: trip.driverId });
    const lines = items.map(({ action, receiver, state }) => `${action} ${receiver} ${state}`).sort();
    expect(lines).toEqual([
      'escalate collision failed',
      'escalate collision failed',
      'slack #director sent',
      'slack #two sent',
    ]);
    expect(items.find(({ state }) => state === 'failed')?.reason).toMatch(/"collision" is not published/);
    const openAlarms = () => listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true });
    expect((await openAlarms()).map(({ kind }) => kind)).toContain('escalation_policy');
    expect(await incidentsOf(stack, trip.driverId)).toEqual([]);
    await stack.publishAs('escalation-policy', chain([[0, '#one']]));
    const simulation = { id: crypto.randomUUID() };
    await stack.execute('replayWorkflow', `replay:test:${simulation.id}`, {
      fleet: FLEET,
      driverId: trip.driverId,
      tripId: trip.tripId,
      effects: true,
      who: 'ann',
      simulationId: simulation.id,
    });
    const [incident] = await incidentsOf(stack, trip.driverId);
    await poll(() => sent(incident!)).toContain('page #one');
    expect((await openAlarms()).map(({ kind }) => kind)).not.toContain('escalation_policy');
  });
});
