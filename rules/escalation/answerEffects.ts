import { SNOOZE_MINUTES } from './answerTypes.ts';
import type {
  AnsweredIncident,
  Before,
  Escalation,
  IncidentAnswer,
  LateReason,
  Transition,
} from './answerTypes.ts';
import type { Identity } from './people.ts';

/** Milliseconds during which a second press of Escalate is treated as the same escalation. */
const SAME_ESCALATION_MS = 10_000;

/** Returns the person in whose name an answer was given. */
function personOf(answer: Pick<IncidentAnswer, 'who' | 'by'>): string {
  return answer.by ?? answer.who;
}

/**
 * Returns the effect of an answer on the incident in its current state.
 * @param before the newest escalation in the timeline, the assignee's known identifiers, and the time at which the incident was
 * reassigned
 */
export function transitionOf(
  incident: AnsweredIncident,
  answer: IncidentAnswer,
  { at, lastEscalated, holder, given }: Before & { readonly at: Date },
): Transition {
  if (incident.state === 'resolved' && answer.kind !== 'reopen' && answer.kind !== 'note')
    return late('resolved', incident.resolvedBy, incident.resolvedAt);
  switch (answer.kind) {
    case 'acknowledge':
      return acknowledged(incident, answer, { at, holder, given });
    case 'snooze':
      return snoozed(incident, answer, { at, holder, given });
    case 'escalate':
      return escalated(incident, answer, { at, lastEscalated });
    case 'resolve':
      return resolved(answer, at);
    case 'reassign':
      return reassigned(incident, answer, at);
    case 'note':
      return noted(incident, answer, { at, holder });
    case 'reopen':
      return reopened(incident, at);
  }
}

interface Held extends Pick<Before, 'holder'> {
  readonly at: Date;
}

function acknowledged(
  incident: AnsweredIncident,
  answer: IncidentAnswer,
  held: Held & Pick<Before, 'given'>,
): Transition {
  const clock = { dueAt: silentUntil(answer, held.at), snoozedUntil: null };
  const mine = hasIt(incident, answer, held.holder);
  if (incident.state === 'acknowledged' && mine) {
    const details = { again: true, ...allWays(answer, held.holder) };
    return { kind: 'done', event: 'acknowledged', set: clock, details };
  }
  const { identity } = answer;
  const details = identity && { details: { identity } };
  if (isFree(incident))
    return { kind: 'done', event: 'acknowledged', set: { ...taken(answer, held.at), ...clock }, ...details };
  return heldByAnother(incident, held);
}

/**
 * Acknowledges the incident for some minutes, whatever the policy says. Afterwards, paging resumes as if the assignee had been
 * silent too long. A second snooze starts the time again.
 */
function snoozed(
  incident: AnsweredIncident,
  answer: IncidentAnswer,
  held: Held & Pick<Before, 'given'>,
): Transition {
  const { at, holder } = held;
  const minutes = answer.minutes ?? SNOOZE_MINUTES.usual;
  const until = new Date(at.getTime() + minutes * 60_000);
  const clock = { dueAt: until, snoozedUntil: until };
  const mine = incident.state === 'acknowledged' && hasIt(incident, answer, holder);
  if (!mine && !isFree(incident)) return heldByAnother(incident, held);
  return {
    kind: 'done',
    event: 'snoozed',
    set: mine ? clock : { ...taken(answer, at), ...clock },
    details: { minutes, until: until.toISOString(), ...allWays(answer, mine ? holder : undefined) },
  };
}

/** Returns whether any person may acknowledge the incident, because it is open or snoozed. */
function isFree({ state, snoozedUntil }: AnsweredIncident): boolean {
  return state === 'open' || (state === 'acknowledged' && snoozedUntil !== null);
}

function taken(answer: IncidentAnswer, at: Date) {
  const person = personOf(answer);
  return {
    state: 'acknowledged',
    assignee: person,
    acknowledgedAt: at,
    acknowledgedBy: person,
    unansweredSince: null,
  } as const;
}

/** Returns the identifiers of the answering person, combined with the known identifiers of the assignee. */
function allWays(
  { identity }: IncidentAnswer,
  holder: Identity | undefined,
): { readonly identity?: string[] } {
  return identity ? { identity: [...new Set([...(holder ?? []), ...identity])] } : {};
}

function heldByAnother(
  { assignee, acknowledgedAt }: AnsweredIncident,
  { given }: Pick<Before, 'given'>,
): Transition {
  return given && assignee !== null
    ? { kind: 'late', because: 'acknowledged', first: { person: assignee, at: given, given: true } }
    : late('acknowledged', assignee, acknowledgedAt);
}

/**
 * Returns whether the answering person is the assignee. People are compared by their identifiers, because two people may share a
 * name. Names decide only if one of the two has no known identifier, for example after reassigning to a name.
 */
export function hasIt(
  { assignee }: Pick<AnsweredIncident, 'assignee'>,
  answer: Pick<IncidentAnswer, 'who' | 'by' | 'identity'>,
  holder: Identity | undefined,
): boolean {
  if (assignee === null) return false;
  return holder && answer.identity ? isOnePerson(holder, answer.identity) : assignee === personOf(answer);
}

/** Returns whether two identities belong to one person, because they share an identifier. Names alone never decide this. */
export function isOnePerson(one: Identity, other: Identity): boolean {
  return one.some((way) => other.includes(way));
}

function escalated(
  incident: AnsweredIncident,
  { via }: IncidentAnswer,
  { at, lastEscalated: last }: { readonly at: Date; readonly lastEscalated: Escalation | undefined },
): Transition {
  const isFresh = last !== undefined && at.getTime() - last.at.getTime() < SAME_ESCALATION_MS;
  // Several people may press the button at once, so a repeated press is one escalation. Each API call is intended, because it
  // comes from a program or a command.
  if (isFresh && via !== 'api' && incident.state === 'open')
    return late('escalated', last.by ?? last.who, last.at);
  const set = {
    state: 'open',
    assignee: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    dueAt: at,
    // If the chain had ended without an answer, the incident is unanswered only once the chain has ended again.
    ...(incident.state === 'acknowledged' && { unansweredAt: null }),
  } as const;
  const details = incident.assignee === null ? undefined : { from: incident.assignee };
  return { kind: 'done', event: 'escalated', set, ...(details && { details }) };
}

function resolved(answer: IncidentAnswer, at: Date): Transition {
  const disposition = answer.disposition ?? 'other';
  const set = {
    ...({
      state: 'resolved',
      dueAt: null,
      snoozedUntil: null,
      unansweredSince: null,
      resolvedAt: at,
      resolvedBy: personOf(answer),
      disposition,
    } as const),
    note: answer.note ?? null,
  };
  return { kind: 'done', event: 'resolved', set, details: { disposition } };
}

/** Reassigns an incident. If it is open, its chain continues to page, because the new assignee has not answered yet. */
function reassigned(incident: AnsweredIncident, answer: IncidentAnswer, at: Date): Transition {
  const to = answer.to ?? personOf(answer);
  const notified = (answer.notify ?? []).map((each) => ({ ...each }));
  const details = {
    to,
    reason: 'reassigned',
    notified,
    ...(answer.toIdentity && { identity: answer.toIdentity }),
    ...(incident.assignee !== null && { from: incident.assignee }),
  };
  const clock =
    incident.state === 'acknowledged' ? { dueAt: silentUntil(answer, at), snoozedUntil: null } : {};
  return { kind: 'done', event: 'reassigned', set: { assignee: to, ...clock }, details };
}

/**
 * Records a note. A note by the assignee restarts their time of silence, because it shows that they are active. It does not
 * extend a snooze.
 */
function noted(incident: AnsweredIncident, answer: IncidentAnswer, { at, holder }: Held): Transition {
  const isAlive =
    incident.state === 'acknowledged' && incident.snoozedUntil === null && hasIt(incident, answer, holder);
  return { kind: 'done', event: 'noted', set: isAlive ? { dueAt: silentUntil(answer, at) } : {} };
}

function reopened(incident: AnsweredIncident, at: Date): Transition {
  if (incident.state !== 'resolved') return { kind: 'late', because: 'not_resolved' };
  const resolved = {
    assignee: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    unansweredAt: null,
    resolvedAt: null,
    resolvedBy: null,
    disposition: null,
    note: null,
  };
  const set = {
    ...resolved,
    state: 'open',
    position: 0,
    dueAt: at,
    reopened: incident.reopened + 1,
  } as const;
  const was = incident.disposition === null ? undefined : { disposition: incident.disposition };
  return { kind: 'done', event: 'reopened', set, ...(was && { details: was }) };
}

function silentUntil({ repageAfterSeconds }: IncidentAnswer, at: Date): Date | null {
  return repageAfterSeconds === undefined ? null : new Date(at.getTime() + repageAfterSeconds * 1000);
}

function late(because: LateReason, person: string | null, at: Date | null): Transition {
  return { kind: 'late', because, ...(person !== null && at !== null && { first: { person, at } }) };
}
