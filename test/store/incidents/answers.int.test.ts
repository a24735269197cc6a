import { describe, expect, it } from 'vitest';
import { transitionOf } from '../../../rules/escalation/index.ts';
import type { IncidentAnswer } from '../../../rules/escalation/index.ts';
import { finishRequest, incidentTick, listAudit } from '../../../store/db/index.ts';
import { answerIncident } from '../../../store/incidents/index.ts';
import type { AnswerOutcome, Incident, IncidentEvent } from '../../../store/incidents/index.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { settledRequests, requestOf } from '../../support/store/temporalRequests.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const noon = new Date('2026-03-10T12:00:00Z');
const after = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000);

type Said = Pick<IncidentAnswer, 'kind'> & Partial<IncidentAnswer>;

/** Records Ann's answer by the API, with the given changes, `seconds` after noon. */
function say(incident: Incident, said: Said, seconds = 60): Promise<AnswerOutcome> {
  const answer: IncidentAnswer = { who: 'ed', by: 'Ann', via: 'api', ...said };
  return answerIncident(inTest.db, {
    fleetId: incident.fleetId,
    id: incident.id,
    at: after(seconds),
    decide: transitionOf,
    answer,
  });
}

async function done(incident: Incident, said: Said, seconds = 60): Promise<Incident> {
  const outcome = await say(incident, said, seconds);
  if (outcome.kind !== 'done') throw new Error(`not done but ${outcome.kind}`);
  return outcome.incident;
}

async function late(incident: Incident, said: Said, seconds = 60): Promise<IncidentEvent> {
  const outcome = await say(incident, said, seconds);
  if (outcome.kind !== 'late') throw new Error(`not late but ${outcome.kind}`);
  return outcome.event;
}

function timeline({ fleetId, id: incidentId }: Incident): Promise<IncidentEvent[]> {
  return inTest.db
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId }))
    .orderBy('seq')
    .execute();
}

async function auditOf({ fleetId, id }: Incident): Promise<string[]> {
  const { items } = await listAudit(inTest.db, { fleetId, subjectType: 'incident', subjectId: id });
  return items.map(({ action, who, by }) => `${action} ${who} ${by}`).reverse();
}

describe('acknowledging', () => {
  it('gives an open incident to who does it, and stops the clock', async () => {
    const incident = await storeIncident(inTest.db, { dueAt: after(600) });
    const taken = await done(incident, { kind: 'acknowledge', note: 'On it.' });
    expect(taken).toMatchObject({
      state: 'acknowledged',
      assignee: 'Ann',
      acknowledgedBy: 'Ann',
      changes: 2,
    });
    expect(taken).toMatchObject({ acknowledgedAt: after(60), dueAt: null });
    expect(await requestOf(inTest.db, incidentTick(incident))).toMatchObject({ requestedAt: after(60) });
    expect((await timeline(incident))[1]).toMatchObject({
      seq: 2,
      kind: 'acknowledged',
      who: 'ed',
      by: 'Ann',
      via: 'api',
      note: 'On it.',
      details: null,
    });
    expect(await auditOf(incident)).toEqual(['incident.acknowledged ed Ann']);
  });

  it('lasts as long as the policy trusts a silence, and the same person makes it last longer', async () => {
    const incident = await storeIncident(inTest.db);
    const answer = { kind: 'acknowledge', repageAfterSeconds: 7_200 } as const;
    expect(await done(incident, answer)).toMatchObject({ dueAt: after(7_260) });
    expect(await done(incident, answer, 3_600)).toMatchObject({
      dueAt: after(10_800),
      acknowledgedAt: after(60),
      assignee: 'Ann',
    });
    expect(await auditOf(incident)).toEqual([
      'incident.acknowledged ed Ann',
      'incident.acknowledged_again ed Ann',
    ]);
  });

  it('comes too late after another, and is answered with the assignee and since when', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'acknowledge' });
    const event = await late(incident, { kind: 'acknowledge', by: 'Bob' }, 64);
    expect(event).toMatchObject({ kind: 'late_answer', by: 'Bob', seq: 3 });
    expect(event.details).toEqual({
      answer: 'acknowledge',
      because: 'acknowledged',
      state: 'acknowledged',
      person: 'Ann',
      since: after(60).toISOString(),
    });
    expect(await auditOf(incident)).toEqual(['incident.acknowledged ed Ann']);
  });

  it('without a name belongs to the token', async () => {
    const incident = await storeIncident(inTest.db);
    const answer: IncidentAnswer = { kind: 'acknowledge', who: 'robot', via: 'api' };
    const outcome = await answerIncident(inTest.db, {
      fleetId: 'north',
      id: incident.id,
      at: noon,
      decide: transitionOf,
      answer,
    });
    expect(outcome).toMatchObject({ kind: 'done', incident: { assignee: 'robot' } });
  });
});

describe('escalating', () => {
  it('makes the next page due now, from open and from acknowledged', async () => {
    const open = await storeIncident(inTest.db, { dueAt: after(600) });
    expect(await done(open, { kind: 'escalate' })).toMatchObject({ state: 'open', dueAt: after(60) });
    const held = await storeIncident(inTest.db);
    await done(held, { kind: 'acknowledge' });
    expect(await done(held, { kind: 'escalate' }, 90)).toMatchObject({
      state: 'open',
      dueAt: after(90),
      assignee: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
    });
    expect((await timeline(held)).at(-1)?.details).toEqual({ from: 'Ann' });
  });

  it('of what someone had after the chain’s end is no longer unanswered; of what nobody had it still is', async () => {
    const held = await storeIncident(inTest.db, { unansweredAt: noon });
    await done(held, { kind: 'acknowledge' });
    expect(await done(held, { kind: 'escalate' }, 90)).toMatchObject({ state: 'open', unansweredAt: null });
    const open = await storeIncident(inTest.db, { unansweredAt: noon });
    expect(await done(open, { kind: 'escalate' })).toMatchObject({ unansweredAt: noon });
  });

  it.each(['slack', 'email'] as const)('twice within ten seconds by %s is once', async (via) => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'escalate', via }, 60);
    const event = await late(incident, { kind: 'escalate', via, by: 'Bob' }, 64);
    expect(event.details).toMatchObject({
      because: 'escalated',
      person: 'Ann',
      since: after(60).toISOString(),
    });
    expect((await say(incident, { kind: 'escalate', via, by: 'Bob' }, 71)).kind).toBe('done');
  });

  it('counts each time by the API, and after someone took it in between', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'escalate' }, 60);
    await done(incident, { kind: 'escalate' }, 61);
    await done(incident, { kind: 'acknowledge', via: 'slack' }, 62);
    await done(incident, { kind: 'escalate', via: 'slack' }, 63);
    expect(await auditOf(incident)).toHaveLength(4);
  });

  it('is never refused, not even when everyone in the chain was notified', async () => {
    const incident = await storeIncident(inTest.db, { position: 99, unansweredAt: noon });
    expect(await done(incident, { kind: 'escalate', via: 'slack' })).toMatchObject({ dueAt: after(60) });
    expect((await timeline(incident)).at(-1)).toMatchObject({ kind: 'escalated' });
  });
});

describe('resolving', () => {
  it.each(['open', 'acknowledged'] as const)('ends an %s incident with what it was', async (state) => {
    const incident = await storeIncident(inTest.db, { state, dueAt: after(600) });
    const over = await done(incident, { kind: 'resolve', disposition: 'false_alarm', note: 'A pothole.' });
    expect(over).toMatchObject({
      state: 'resolved',
      resolvedAt: after(60),
      resolvedBy: 'Ann',
      disposition: 'false_alarm',
      note: 'A pothole.',
      dueAt: null,
    });
    expect(await requestOf(inTest.db, incidentTick(incident))).toMatchObject({ requestedAt: after(60) });
    expect((await timeline(incident))[1]).toMatchObject({ details: { disposition: 'false_alarm' } });
  });

  it('leaves nothing to say but notes and to open it again', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'resolve' });
    for (const kind of ['acknowledge', 'escalate', 'resolve', 'reassign'] as const)
      expect((await late(incident, { kind, by: 'Bob' }, 90)).details).toMatchObject({
        answer: kind,
        because: 'resolved',
        person: 'Ann',
        since: after(60).toISOString(),
      });
    expect(await done(incident, { kind: 'note', note: 'The van is in the workshop.' })).toMatchObject({
      state: 'resolved',
      disposition: 'other',
      note: null,
    });
  });
});

describe('opening again', () => {
  it('begins the chain anew and forgets who had it', async () => {
    const incident = await storeIncident(inTest.db, { position: 4, unansweredAt: noon });
    await done(incident, { kind: 'acknowledge' });
    await done(incident, { kind: 'resolve', disposition: 'false_alarm', note: 'A pothole.' });
    expect(await done(incident, { kind: 'reopen', note: 'It was a car.' }, 120)).toMatchObject({
      state: 'open',
      position: 0,
      dueAt: after(120),
      reopened: 1,
      assignee: null,
      note: null,
      acknowledgedAt: null,
      resolvedAt: null,
      resolvedBy: null,
      disposition: null,
      unansweredAt: null,
    });
  });

  it.each(['open', 'acknowledged'] as const)('is nothing to do for an %s one', async (state) => {
    const incident = await storeIncident(inTest.db, { state });
    expect((await late(incident, { kind: 'reopen' })).details).toMatchObject({
      because: 'not_resolved',
      state,
    });
  });
});

describe('giving it to another', () => {
  it('leaves the chain of an open one running', async () => {
    const incident = await storeIncident(inTest.db, { dueAt: after(600) });
    expect(await done(incident, { kind: 'reassign', to: 'Bob' })).toMatchObject({
      state: 'open',
      assignee: 'Bob',
      dueAt: after(600),
    });
  });

  it('begins the silence of an acknowledged one anew', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'acknowledge', repageAfterSeconds: 600 });
    const given = { kind: 'reassign', to: 'Bob', repageAfterSeconds: 600 } as const;
    expect(await done(incident, given, 300)).toMatchObject({
      state: 'acknowledged',
      assignee: 'Bob',
      dueAt: after(900),
      // The acknowledgment keeps its person and time.
      acknowledgedAt: after(60),
      acknowledgedBy: 'Ann',
    });
    expect((await late(incident, { kind: 'acknowledge' }, 310)).details).toMatchObject({
      person: 'Bob',
      since: after(300).toISOString(),
    });
  });
});

describe('a note', () => {
  it('of who has it is a sign of life, of anyone else it is not', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'acknowledge', repageAfterSeconds: 600 });
    const note = { kind: 'note', note: 'At the scene.', repageAfterSeconds: 600 } as const;
    expect(await done(incident, { ...note, by: 'Bob' }, 300)).toMatchObject({ dueAt: after(660) });
    expect(await done(incident, note, 300)).toMatchObject({ dueAt: after(900) });
  });
});

describe('who has it', () => {
  const one = { by: 'Ann', identity: ['slack:U01'] };
  const namesake = { by: 'Ann', identity: ['slack:U02', 'email:ann.b@example.com'] };
  const note = { kind: 'note', note: 'At the scene.', repageAfterSeconds: 600 } as const;

  it('is another than their namesake, and the same by another way', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'acknowledge', repageAfterSeconds: 600, ...one });
    const event = await late(incident, { kind: 'acknowledge', ...namesake }, 70);
    expect(event.details).toMatchObject({ because: 'acknowledged', person: 'Ann' });
    expect(await done(incident, { ...note, ...namesake }, 300)).toMatchObject({ dueAt: after(660) });
    const byMail = { by: 'ann@example.com', identity: ['slack:U01', 'email:ann@example.com'] };
    expect(await done(incident, { ...note, ...byMail }, 300)).toMatchObject({ dueAt: after(900) });
    await done(incident, { kind: 'acknowledge', ...byMail }, 310);
    await done(incident, { kind: 'acknowledge', by: 'x', identity: ['email:ann@example.com'] }, 320);
    expect(
      JSON.stringify(await listAudit(inTest.db, { fleetId: 'north', subjectId: incident.id })),
    ).not.toContain('email:');
  });

  it('is who it was handed to, by identity, or by name where nothing else is known', async () => {
    const incident = await storeIncident(inTest.db);
    await done(incident, { kind: 'acknowledge', ...one });
    await done(incident, { kind: 'reassign', to: 'Ann', toIdentity: namesake.identity });
    await late(incident, { kind: 'acknowledge', ...one });
    await done(incident, { kind: 'acknowledge', ...namesake });
    await done(incident, { kind: 'reassign', to: 'Bob', ...one });
    await late(incident, { kind: 'acknowledge', ...one });
    await done(incident, { kind: 'acknowledge', by: 'Bob', identity: ['api:ed Bob'] });
    await late(incident, { kind: 'acknowledge', by: 'Bob', identity: ['slack:U09'] });
  });
});

describe('an answer', () => {
  it('with the same key is taken once, also when it was late', async () => {
    const incident = await storeIncident(inTest.db);
    const first = await say(incident, { kind: 'acknowledge', key: 'k1' });
    expect(await say(incident, { kind: 'acknowledge', key: 'k1' }, 90)).toMatchObject({
      kind: 'repeat',
      event: { seq: (first as { event: IncidentEvent }).event.seq },
    });
    await late(incident, { kind: 'acknowledge', by: 'Bob', key: 'k2' });
    expect(await say(incident, { kind: 'acknowledge', by: 'Bob', key: 'k2' })).toMatchObject({
      kind: 'repeat',
      event: { kind: 'late_answer' },
    });
    expect(await timeline(incident)).toHaveLength(3);
    const other = await storeIncident(inTest.db);
    expect((await say(other, { kind: 'acknowledge', key: 'k1' })).kind).toBe('done');
  });

  it('to another fleet’s incident, to none and to nonsense meets nothing', async () => {
    const { id } = await storeIncident(inTest.db);
    const answer = { kind: 'acknowledge', who: 'ed', via: 'api' } as const;
    for (const key of [
      { fleetId: 'south', id },
      { fleetId: 'north', id: '999999' },
      { fleetId: 'north', id: 'x' },
    ])
      expect(await answerIncident(inTest.db, { ...key, answer, at: noon, decide: transitionOf })).toEqual({
        kind: 'missing',
      });
  });

  it('is given by fifty at once: one wins, forty-nine know who, and the order has no holes', async () => {
    const incident = await storeIncident(inTest.db);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_each, index) =>
        say(incident, { kind: 'acknowledge', by: `Person ${index}`, key: `k${index}` }),
      ),
    );
    const winners = outcomes.filter(({ kind }) => kind === 'done');
    expect(winners).toHaveLength(1);
    const winner = (winners[0] as { incident: Incident }).incident.assignee;
    const sent = outcomes.flatMap((each) => (each.kind === 'late' ? [each.event.details?.['person']] : []));
    expect(sent).toEqual(Array.from({ length: 49 }, () => winner));
    const events = await timeline(incident);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_each, index) => index + 1));
    expect(await auditOf(incident)).toEqual([`incident.acknowledged ed ${winner}`]);
  });
});

describe('what a workflow has not heard of', () => {
  it('is pending until it was signalled, and a change in between stays pending', async () => {
    const incident = await storeIncident(inTest.db);
    const waiting = () => requestOf(inTest.db, incidentTick(incident));
    expect(await waiting()).toBeUndefined();
    await done(incident, { kind: 'acknowledge' });
    const first = await waiting();
    await done(incident, { kind: 'note', note: 'In the same millisecond.' });
    expect(await finishRequest(inTest.db, first!)).toBe(false);
    expect(await waiting()).toMatchObject({ fleetId: 'north', subject: incident.id });
    await settledRequests(inTest.db, incidentTick(incident));
    expect(await waiting()).toBeUndefined();
  });
});
