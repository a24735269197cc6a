import { SNOOZE_MINUTES } from './answer.ts';
import type {
  AnsweredIncident,
  Before,
  Escalation,
  IncidentAnswer,
  LateReason,
  Transition,
} from './answer.ts';
import type { Identity } from './people.ts';

/** Two people who press Escalate so soon after each other mean one and the same escalation. */
const SAME_ESCALATION_MS = 10_000;

/** Who an answer speaks for. */
function personOf(answer: Pick<IncidentAnswer, 'who' | 'by'>): string {
  return answer.by ?? answer.who;
}

/**
 * What an answer does to the incident as it stands.
 * @param before of its timeline: the newest escalation, and by what and since when who has it is known
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
 * Like an acknowledgement that holds for some minutes, whatever the policy says: it is over when they are, and what follows is
 * what follows the silence of an assignee. Snoozed again, it holds for as long from then on.
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
    ...{ kind: 'done', event: 'snoozed' },
    set: mine ? clock : { ...taken(answer, at), ...clock },
    details: { minutes, until: until.toISOString(), ...allWays(answer, mine ? holder : undefined) },
  };
}

/** Whether anybody may take it: it is not acknowledged, or snoozed. */
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

/** By what who answers is known from now on: also by what who has it was known. */
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
 * Whether who answers is who has it. Two people may have one name: it decides only where nothing else is known of who has
 * it, such as of somebody to whom it was handed by a name.
 */
export function hasIt(
  { assignee }: Pick<AnsweredIncident, 'assignee'>,
  answer: Pick<IncidentAnswer, 'who' | 'by' | 'identity'>,
  holder: Identity | undefined,
): boolean {
  if (assignee === null) return false;
  return holder && answer.identity ? isOnePerson(holder, answer.identity) : assignee === personOf(answer);
}

/** Whether two identities are one person: a name alone never says so. */
export function isOnePerson(one: Identity, other: Identity): boolean {
  return one.some((way) => other.includes(way));
}

function escalated(
  incident: AnsweredIncident,
  { via }: IncidentAnswer,
  { at, lastEscalated: last }: { readonly at: Date; readonly lastEscalated: Escalation | undefined },
): Transition {
  const isFresh = last !== undefined && at.getTime() - last.at.getTime() < SAME_ESCALATION_MS;
  // A call of the API is a program's or a command's, and each is meant; a button is pressed by all who see it at once.
  if (isFresh && via !== 'api' && incident.state === 'open')
    return late('escalated', last.by ?? last.who, last.at);
  const set = {
    state: 'open',
    assignee: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    dueAt: at,
    // It was acknowledged since the chain's end: it counts as not acknowledged only once the chain has ended again.
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

/** Who is given an open incident has not said a word yet: the chain goes on until somebody does. */
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

/** A note of who has it is a sign of life: the silence begins again. A snooze ends when its time is over. */
function noted(incident: AnsweredIncident, answer: IncidentAnswer, { at, holder }: Held): Transition {
  const isAlive =
    incident.state === 'acknowledged' && incident.snoozedUntil === null && hasIt(incident, answer, holder);
  return { kind: 'done', event: 'noted', set: isAlive ? { dueAt: silentUntil(answer, at) } : {} };
}

function reopened(incident: AnsweredIncident, at: Date): Transition {
  if (incident.state !== 'resolved') return { kind: 'late', because: 'not_resolved' };
  const resolved = {
    ...{ assignee: null, acknowledgedAt: null, acknowledgedBy: null, unansweredAt: null },
    ...{ resolvedAt: null, resolvedBy: null, disposition: null, note: null },
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
