import type { Identity, IncidentAnswer, Transition, transitionOf } from '../../rules/escalation/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction, incidentTick, recordAudit, requestTemporal } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { IncidentEventKind } from '../tables/index.ts';
import { planIncidentMessages } from './deliveries.ts';
import { changeIncident, givenAt, lockIncident } from './incidents.ts';
import type { Incident, IncidentEvent, NewIncidentEvent } from './incidents.ts';

/**
 * The result of an answer.
 *
 * - `done`: the answer applies.
 * - `repeat`: the same answer was given before, and `event` is its entry in the timeline.
 * - `late`: another person answered first. The details of `event` name the `person`, the time (`since`) and the reason
 * (`because`).
 */
export type AnswerOutcome =
  | { readonly kind: 'done' | 'repeat' | 'late'; readonly incident: Incident; readonly event: IncidentEvent }
  | { readonly kind: 'missing' };

/**
 * Applies a person's answer to an incident under a lock, so that the first of concurrent answers applies. Stores the answer, the
 * timeline's entries and a request for a tick in one transaction. The caller then carries out that request.
 */
export async function answerIncident(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly answer: IncidentAnswer;
    readonly at: Date;
    /** The function that applies an answer to an incident: `transitionOf`. */
    readonly decide: typeof transitionOf;
  },
): Promise<AnswerOutcome> {
  const { answer, at, decide } = args;
  return inTransaction(db, async (tx) => {
    const incident = await lockIncident(tx, args);
    if (incident === undefined) return { kind: 'missing' };
    const earlier =
      (await givenBefore(tx, incident, answer)) ?? (await pressedTwice(tx, incident, { answer, at }));
    if (earlier !== undefined) return { kind: 'repeat', incident, event: earlier };
    const lastEscalated = answer.kind === 'escalate' ? await newest(tx, incident, 'escalated') : undefined;
    const holder = await holderOf(tx, incident);
    const takes = answer.kind === 'acknowledge' || answer.kind === 'snooze';
    const handedOver = takes ? await newest(tx, incident, 'reassigned') : undefined;
    const given = givenAt(incident, handedOver ? [handedOver] : []);
    const transition = decide(incident, answer, { at, lastEscalated, holder, given });
    const changed = await changeIncident(tx, incident, {
      event: entryOf(incident, { answer, at, transition }),
      ...(transition.kind === 'done' && transition.set && { set: transition.set }),
    });
    await requestTemporal(tx, [incidentTick(incident)], { at });
    const event = await newest(tx, changed);
    if (event === undefined) throw new Error('An answer was kept without its entry in the timeline.');
    if (event.kind === 'reassigned')
      await planIncidentMessages(tx, changed, {
        kind: 'incident_page',
        seq: event.seq,
        receivers: answer.notify ?? [],
        at,
      });
    if (transition.kind === 'done') await audited(tx, changed, { answer, event });
    return { kind: transition.kind, incident: changed, event };
  });
}

/**
 * Returns the known identities of an incident's assignee. Undefined if there is no assignee, or only the assignee's name is
 * known.
 */
export async function holderOf(
  db: Db,
  { fleetId, id: incidentId, assignee }: Incident,
): Promise<Identity | undefined> {
  if (assignee === null) return undefined;
  const event = await db
    .selectFrom('incidentEvents')
    .select('details')
    .where((row) => row.and({ fleetId, incidentId }))
    .where('kind', 'in', ['acknowledged', 'snoozed', 'reassigned'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const identity = event?.details?.['identity'];
  return Array.isArray(identity) ? identity.filter((way) => typeof way === 'string') : undefined;
}

async function givenBefore(
  tx: Tx,
  { fleetId, id: incidentId }: Incident,
  { key: answerKey }: IncidentAnswer,
): Promise<IncidentEvent | undefined> {
  if (answerKey === undefined) return undefined;
  return tx
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId, answerKey }))
    .executeTakeFirst();
}

/** Milliseconds within which a second press of the same button by the same person is treated as the same press. */
const SAME_PRESS_MS = 10_000;

/**
 * Timeline entries by kind of answer that a second press of the same button would repeat. They are posted and stored only once.
 */
const TWICE: Partial<Readonly<Record<IncidentAnswer['kind'], IncidentEventKind>>> = {
  acknowledge: 'acknowledged',
  snooze: 'snoozed',
  resolve: 'resolved',
};

/**
 * Returns the entry of the previous press if both presses are the same one. Answers through the API are never merged, because a
 * program or a command sends each of them on purpose.
 */
async function pressedTwice(
  tx: Tx,
  { fleetId, id: incidentId }: Incident,
  { answer, at }: { readonly answer: IncidentAnswer; readonly at: Date },
): Promise<IncidentEvent | undefined> {
  const { kind, via, who, note, disposition } = answer;
  if (via === 'api' || note !== undefined || TWICE[kind] === undefined) return undefined;
  const last = await tx
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId }))
    .where('who', '!=', 'tripline')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isSame = last?.kind === TWICE[kind] && last.who === who && last.via === via && last.note === null;
  const isSoon = last !== undefined && at.getTime() - last.at.getTime() < SAME_PRESS_MS;
  const isAlike = disposition === undefined || last?.details?.['disposition'] === disposition;
  return isSame && isSoon && isAlike ? last : undefined;
}

async function newest(
  tx: Tx,
  { fleetId, id: incidentId }: Incident,
  kind?: IncidentEventKind,
): Promise<IncidentEvent | undefined> {
  return tx
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId, ...(kind && { kind }) }))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface Taken {
  readonly answer: IncidentAnswer;
  readonly at: Date;
  readonly transition: Transition;
}

function entryOf(incident: Incident, { answer, at, transition }: Taken): NewIncidentEvent {
  return {
    at,
    who: answer.who,
    by: answer.by,
    via: answer.via,
    note: answer.note,
    answerKey: answer.key,
    kind: transition.kind === 'done' ? transition.event : 'late_answer',
    details: detailsOf(incident, answer, transition),
  };
}

function detailsOf(
  incident: Incident,
  answer: IncidentAnswer,
  transition: Transition,
): JsonObject | undefined {
  const origin = answer.origin && { origin: answer.origin };
  if (transition.kind === 'done')
    return transition.details || origin ? { ...transition.details, ...origin } : undefined;
  const { because, first } = transition;
  return {
    answer: answer.kind,
    because,
    state: incident.state,
    ...(first && { person: first.person, since: first.at.toISOString() }),
    ...(first?.given && { given: true }),
    ...(answer.disposition && { disposition: answer.disposition }),
    ...(answer.to !== undefined && { to: answer.to }),
    ...origin,
  };
}

async function audited(
  tx: Tx,
  incident: Incident,
  { answer, event }: { readonly answer: IncidentAnswer; readonly event: IncidentEvent },
): Promise<void> {
  const {
    origin: _ids,
    identity: _ways,
    notified: _notified,
    reason: _reason,
    again,
    ...details
  } = event.details ?? {};
  await recordAudit(tx, {
    fleetId: incident.fleetId,
    at: event.at,
    who: answer.who,
    ...(answer.by !== undefined && { by: answer.by }),
    action: `incident.${event.kind}${again === true ? '_again' : ''}`,
    subjectType: 'incident',
    subjectId: incident.id,
    ...(answer.note !== undefined && { why: answer.note }),
    details: {
      driver_id: incident.driverId,
      trip_id: incident.tripId,
      policy: incident.policy,
      via: answer.via,
      ...details,
    },
  });
}
