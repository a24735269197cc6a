import type { BenchFleet } from './fleet.ts';
import { FLEET } from './fleet.ts';
import { RunStarts } from './runStarts.ts';

/**
 * The recipients of the messages, fixed so that a later measurement cannot get better by spreading the same messages over more
 * people. A starter set that names others has to be measured with these in their place.
 */
const RECIPIENTS = ['#fleet-safety', 'lead@example.com'];

/** Text of starter documents with the bench's recipient in the place of everyone that a route names: one person gets all of it. */
export function withRecipients(text: string): string {
  return text.replaceAll(/"(?:route:regional-manager|[a-z]+-lead@example\.com)"/g, '"lead@example.com"');
}

const DAY_MS = 86_400_000;
const AT_ONCE_MS = 60_000;

/** The figures of one rule. */
export interface RuleFigures {
  matches: number;
  /** Alerts that were not stopped: sent, alone or in a summary. */
  alerts: number;
  /** Messages that it caused; a summary is its first rule's. */
  messages: number;
  runStarts: number;
  /** The starts of runs that were in a message within 24 hours of the decision. */
  sentWithinADay: number;
}

/** The printed figures of one seed's fleet. Collisions are listed apart. */
export interface NoiseFigures {
  readonly trips: number;
  /** By recipient: messages on each day. */
  readonly days: Readonly<Record<string, readonly number[]>>;
  readonly rules: Readonly<Record<string, RuleFigures>>;
  readonly collisions: { readonly trips: number; readonly atOnce: number };
}

/** Something that reached someone: a message, or an alert that another alert's message holds. */
export interface SentRow {
  readonly rule: string;
  readonly driverId: string;
  readonly tripId: string;
  readonly receiver: string;
  readonly kind: string;
  readonly isCritical: boolean;
  /** When the message that holds it was sent. */
  readonly at: Date;
  /** Whether the alert is the message itself and not grouped into another one's message. */
  readonly isMessage: boolean;
}

/** One rule's outcome for one trip. */
export interface DecidedRow {
  readonly driverId: string;
  readonly tripId: string;
  readonly rule: string;
  readonly outcome: string;
  readonly decidedAt: Date;
  readonly endedAt: Date;
}

/** The messages and decisions of a fleet. */
export interface Happenings {
  readonly sent: readonly SentRow[];
  /** In the order of the decisions. */
  readonly decided: readonly DecidedRow[];
  /** Rules of severity `critical`: collisions. */
  readonly critical: ReadonlySet<string>;
}

/** Measures the messages of the measured days. @throws Error when a message was sent to another recipient than the bench's */
export function measure({ sent, decided, critical }: Happenings, world: BenchFleet): NoiseFigures {
  const { first, end } = world.moments;
  const inDays = (at: Date): boolean => at.getTime() >= first && at.getTime() < end;
  const rules = new Map<string, RuleFigures>();
  const of = (rule: string): RuleFigures => {
    const found = rules.get(rule) ?? { matches: 0, alerts: 0, messages: 0, runStarts: 0, sentWithinADay: 0 };
    rules.set(rule, found);
    return found;
  };
  const isCollision = ({ kind, isCritical }: SentRow): boolean => isCritical || kind.startsWith('incident');
  const notified = firstSent(sent);
  const days = new Map(RECIPIENTS.map((each) => [each, Array<number>(FLEET.days).fill(0)]));
  for (const row of sent) {
    if (!row.isMessage || !inDays(row.at) || isCollision(row)) continue;
    const counts = days.get(row.receiver);
    if (!counts) throw new Error(`${row.receiver} is no recipient of the bench: see RECIPIENTS.`);
    counts[world.localTime.dayOf(row.at.getTime()) - world.localTime.dayOf(first)]! += 1;
    of(row.rule).messages += 1;
  }
  const starts = new RunStarts();
  const trips = new Set<string>();
  const collisions = { trips: 0, atOnce: 0 };
  for (const row of decided) {
    const isStart = starts.add(row);
    if (!inDays(row.decidedAt)) continue;
    trips.add(keyOf({ ...row, rule: '' }));
    if (row.outcome !== 'matched') continue;
    const waitedMs = (notified.get(keyOf(row)) ?? Infinity) - row.decidedAt.getTime();
    if (critical.has(row.rule)) {
      collisions.trips += 1;
      if (waitedMs <= AT_ONCE_MS) collisions.atOnce += 1;
      continue;
    }
    of(row.rule).matches += 1;
    if (Number.isFinite(waitedMs)) of(row.rule).alerts += 1;
    if (!isStart) continue;
    of(row.rule).runStarts += 1;
    if (waitedMs <= DAY_MS) of(row.rule).sentWithinADay += 1;
  }
  return { trips: trips.size, days: Object.fromEntries(days), rules: Object.fromEntries(rules), collisions };
}

/** By rule and trip, when someone was first sent a message that holds its alert. */
function firstSent(sent: readonly SentRow[]): ReadonlyMap<string, number> {
  const notified = new Map<string, number>();
  for (const row of sent) {
    const at = Math.min(notified.get(keyOf(row)) ?? Infinity, row.at.getTime());
    notified.set(keyOf(row), at);
  }
  return notified;
}

function keyOf({ rule, driverId, tripId }: Pick<DecidedRow, 'rule' | 'driverId' | 'tripId'>): string {
  return JSON.stringify([rule, driverId, tripId]);
}
