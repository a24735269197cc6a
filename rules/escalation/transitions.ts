import type { JsonObject } from '../vocabulary/index.ts';
import type { Identity } from './people.ts';
import type { PageReceiver } from '../recipients/index.ts';

/** `open`: nobody has answered. `acknowledged`: somebody has it. `resolved`: over, with a disposition. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** What an incident turned out to be. */
export type Disposition = 'confirmed' | 'false_alarm' | 'not_driver' | 'other';

/** The way by which an answer came. */
export type AnswerWay = 'api' | 'slack' | 'email';

/** What a person may say to an incident. */
export type AnswerKind = 'acknowledge' | 'escalate' | 'resolve' | 'reassign' | 'note' | 'reopen';

/** What somebody says to an incident, and by which way. */
export interface IncidentAnswer {
  readonly kind: AnswerKind;
  /** Name of the token, `slack:U01`, or an address. */
  readonly who: string;
  /** The person, as people call them; without it, `who` stands for the person too. */
  readonly by?: string;
  readonly via: AnswerWay;
  /** Every way by which whoever answers is known; without it they are known by name alone. */
  readonly identity?: Identity;
  /** Two answers with the same key are one. */
  readonly key?: string;
  readonly note?: string;
  /** Of a resolution; `other` when absent. */
  readonly disposition?: Disposition;
  /** Of a reassignment: who has it from now on. */
  readonly to?: string;
  /** Of a reassignment: by what that person is known; absent where there is a name alone. */
  readonly toIdentity?: Identity;
  /** Of a reassignment: how they are told; nobody when empty. */
  readonly notify?: readonly PageReceiver[];
  /** The policy's `repage_after`: silence of who has it that is taken for absence. */
  readonly repageAfterSeconds?: number;
  /** Where a press came from, kept for a word to who was late: ids only. */
  readonly origin?: JsonObject;
}

/** Why an answer came too late: what the incident is already, or is not. */
type LateReason = 'acknowledged' | 'escalated' | 'resolved' | 'not_resolved';

/** An incident, as far as an answer depends on it. */
interface AnsweredIncident {
  readonly state: IncidentState;
  /** Who has it. */
  readonly assignee: string | null;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly disposition: Disposition | null;
  /** How often it was reopened. */
  readonly reopened: number;
}

/** What an answer sets of an incident. */
interface IncidentChange extends Partial<AnsweredIncident> {
  readonly acknowledgedBy?: string | null;
  /** When there is something to do without an answer; null: nothing. */
  readonly dueAt?: Date | null;
  /** When the chain had ended without an answer. */
  readonly unansweredAt?: Date | null;
  readonly note?: string | null;
  /** Pages of the chain that were taken. */
  readonly position?: number;
}

/** An escalation in the timeline. */
interface Escalation {
  readonly at: Date;
  readonly who: string;
  readonly by: string | null;
}

/** What an answer does to an incident. */
export type Transition =
  | {
      readonly kind: 'done';
      readonly event: 'acknowledged' | 'escalated' | 'resolved' | 'reassigned' | 'noted' | 'reopened';
      readonly set: IncidentChange;
      readonly details?: JsonObject;
    }
  | {
      readonly kind: 'late';
      readonly because: LateReason;
      /** Who was first, and when; `given`: they did not take it, it was handed to them. */
      readonly first?: { readonly person: string; readonly at: Date; readonly given?: true };
    };

/** What of an incident's timeline counts for an answer. */
interface Before {
  readonly lastEscalated: Escalation | undefined;
  /** By what who has it is known; undefined where they are known by name alone. */
  readonly holder: Identity | undefined;
  /** When who has it was given it, after it had been acknowledged. */
  readonly given: Date | undefined;
}

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
  { at, holder, given }: Held & Pick<Before, 'given'>,
): Transition {
  const person = personOf(answer);
  const { identity } = answer;
  const dueAt = silentUntil(answer, at);
  if (incident.state === 'open') {
    const state = 'acknowledged';
    const set = { state, assignee: person, acknowledgedAt: at, acknowledgedBy: person, dueAt } as const;
    return { kind: 'done', event: 'acknowledged', set, ...(identity && { details: { identity } }) };
  }
  if (!hasIt(incident, answer, holder)) {
    const { assignee, acknowledgedAt } = incident;
    return given && assignee !== null
      ? { kind: 'late', because: 'acknowledged', first: { person: assignee, at: given, given: true } }
      : late('acknowledged', assignee, acknowledgedAt);
  }
  const known = identity && { identity: [...new Set([...(holder ?? []), ...identity])] };
  return { kind: 'done', event: 'acknowledged', set: { dueAt }, details: { again: true, ...known } };
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
  const clock = incident.state === 'acknowledged' ? { dueAt: silentUntil(answer, at) } : {};
  return { kind: 'done', event: 'reassigned', set: { assignee: to, ...clock }, details };
}

/** A note of who has it is a sign of life: the silence begins again. */
function noted(incident: AnsweredIncident, answer: IncidentAnswer, { at, holder }: Held): Transition {
  const isAlive = incident.state === 'acknowledged' && hasIt(incident, answer, holder);
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
