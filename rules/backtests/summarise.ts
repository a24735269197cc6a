import type { AdmittedAlert } from '../admission/index.ts';
import { sentence } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import { addDays } from '../time/index.ts';
import { AdmissionReplay } from './admissionReplay.ts';
import type { AdmissionContext } from './admissionReplay.ts';
import { Difference } from './difference.ts';
import { mergeParts, TESTED, castOf, RUN_LOOKBACK_MS, becomingTrue } from './parts/index.ts';
import type {
  BacktestPlan,
  BacktestQuestion,
  BacktestExample,
  BacktestPart,
  BacktestResult,
  ResolvedTrip,
  TripExample,
  TripMatch,
} from './parts/index.ts';
import { sweeping } from './sweep.ts';
import { Tally, isSent } from './tally.ts';
import { oftenWords } from './often.ts';

const DAY_MILLIS = 86_400_000;
/** Number of matches after which the generator yields, so that other work can run. */
const A_SLICE = 50;

/** The replay and the totals of one version. */
class Run {
  readonly replay: AdmissionReplay;
  readonly tally: Tally;

  constructor({ plan, context }: Findings, version: number) {
    this.replay = new AdmissionReplay(castOf(plan, version), context);
    this.tally = new Tally(plan.rules[version]!.rule, context);
  }

  /**
   * Adds a trip.
   * @returns the alert for this trip, or undefined if the version did not match
   */
  take(trip: BacktestPart['matches'][number], examples?: Examples): AdmittedAlert | undefined {
    const alert = this.replay.next(trip);
    if (!alert) return undefined;
    this.tally.add(trip, alert);
    examples?.add(trip, alert);
    return alert;
  }

  /**
   * Returns trips whose alert was first suppressed and is now sent.
   * @param until epoch milliseconds; absent: the end of the replay
   */
  takeLater(until?: number, examples?: Examples): readonly TripMatch[] {
    const later = this.replay.later(until);
    for (const each of later) {
      this.tally.addLater(each);
      examples?.replace(each.trip, each.alert);
    }
    return later.filter(({ alert }) => isSent(alert)).map(({ trip }) => trip);
  }
}

/**
 * Summarises a back-test. Replays the matches of the tested and the published version in order of time, through throttle, budget
 * and all other checks. Yields the number of finished matches now and then, so that the caller can do other work.
 */
export function* answering(findings: Findings): Generator<number, BacktestResult> {
  const { question, plan, context } = findings;
  const found = mergeParts(findings.parts);
  const tested = new Run(findings, TESTED);
  const { published: position } = plan;
  const published = position === undefined ? undefined : new Run(findings, position);
  const examples = new Examples(TESTED);
  const difference = new Difference((trip, isOld) =>
    matchExample(trip, isOld ? (position ?? TESTED) : TESTED),
  );
  const takeLater = (until?: number): void => {
    difference.addLater('new', tested.takeLater(until, examples));
    difference.addLater('old', published?.takeLater(until) ?? []);
  };
  for (const [index, trip] of found.matches.entries()) {
    takeLater(trip.at);
    const [ours, theirs] = [tested.take(trip, examples), published?.take(trip)];
    const mayChange = [ours, theirs].some((alert) => alert?.reason === 'suppressed');
    difference.add(trip, { new: isSent(ours), old: isSent(theirs) }, published !== undefined && mayChange);
    if (index % A_SLICE === A_SLICE - 1) yield index + 1;
  }
  takeLater();
  const drivers = tested.tally.drivers();
  const { sweep: swept } = plan;
  const dates = datesOf(question);
  const resolved = findings.resolved ?? [];
  const sweep = swept && (yield* sweeping({ plan, sweep: swept, found, context, dates, resolved }));
  return {
    rule: ruleOnWire(findings, TESTED),
    from: question.from,
    to: question.to,
    timezone: context.timezone,
    trips: tripsOnWire(found, findings.leftOut),
    totals: tested.tally.totals(),
    days: tested.tally.days(dates, found.tripsByDate),
    receivers: tested.tally.receivers(),
    hours: tested.tally.hours(),
    drivers: drivers.top,
    drivers_matched: drivers.matched,
    examples: examples.list(),
    unknown: found.unknown
      .slice(0, 20)
      .map(({ fact, because, trips, example }) => ({ fact, because, trips, example: exampleOf(example) })),
    ...(published &&
      position !== undefined && {
        published: { ...ruleOnWire(findings, position), totals: published.tally.totals() },
        difference: difference.result(),
      }),
    ...(sweep && { sweep }),
    rivals: question.rivals.map(({ id, version, because }) => ({ rule: id, version, because })),
    notes: notesOf(findings, found),
  };
}

/** Returns a version of the rule with its shared conditions. The tested version has the mode of the request. */
function ruleOnWire({ question, plan }: Findings, position: number): BacktestResult['rule'] {
  const { id, version, rule } = (position === TESTED ? undefined : question.published) ?? question.tested;
  const compiled = plan.compiled.rules[position];
  return {
    id,
    version,
    name: rule.name,
    severity: rule.severity,
    mode: rule.mode,
    ...(compiled && 'shared' in compiled && compiled.shared && { conditions: compiled.shared }),
  };
}

function tripsOnWire({ outcomes }: BacktestPart, leftOut: number): BacktestResult['trips'] {
  const { matched, notMatched, unknown, failed } = outcomes;
  return {
    evaluated: matched + notMatched + unknown + failed,
    matched,
    not_matched: notMatched,
    unknown,
    failed,
    left_out: leftOut,
  };
}

function datesOf({ from, to }: BacktestQuestion): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLIS + 1;
  return Array.from({ length: Math.max(0, days) }, (_, day) => addDays(from, day));
}

/** All data from which a back-test's result is computed. */
interface Findings {
  readonly question: BacktestQuestion;
  readonly plan: BacktestPlan;
  readonly parts: readonly BacktestPart[];
  /** Number of stored trips in the range that are deleted or gone. */
  readonly leftOut: number;
  /** Number of trips in the range that a backfill stored, so that no rule evaluated them live. */
  readonly backfilled: number;
  readonly context: AdmissionContext;
  /** Resolutions of the tested rule's incidents on trips of the range. Only a sweep needs them. */
  readonly resolved?: readonly ResolvedTrip[];
}

const RUNS_NOTE = sentence('noteRuns', { days: RUN_LOOKBACK_MS / DAY_MILLIS });

/**
 * Returns a note if the rule fires on very many trips. For a rule with the trigger `becomes_true`, runs are counted in place of
 * matches.
 */
function oftenNote({ question, plan }: Findings, found: BacktestPart): Sentence[] {
  const { matched, notMatched, unknown, failed } = found.outcomes;
  const evaluated = matched + notMatched + unknown + failed;
  const isOnce = plan.rules[TESTED]!.rule.trigger === 'becomes_true';
  const fired = isOnce ? found.matches.filter((trip) => trip.begins?.includes(TESTED)).length : matched;
  const often = oftenWords({ rule: question.tested.rule, evaluated, fired });
  if (!often) return [];
  return [sentence('noteOften', { share: often.share, evaluated, remedy: often.remedy })];
}

/** Returns the limitations to know before relying on the figures. Empty if nothing is unusual. */
function notesOf(findings: Findings, found: BacktestPart): Sentence[] {
  const { question, plan, leftOut, backfilled } = findings;
  const { tested, published } = question;
  const { matched, notMatched, unknown, failed } = found.outcomes;
  const evaluated = matched + notMatched + unknown + failed;
  const notes: Sentence[] = [];
  if (evaluated === 0) notes.push(sentence('noteNoTrips'));
  if (tested.rule.mode !== 'live') notes.push(sentence('noteMode', { mode: tested.rule.mode }));
  if (published && published.rule.mode !== 'live')
    notes.push(sentence('notePublishedMode', { version: published.version, mode: published.rule.mode }));
  notes.push(...oftenNote(findings, found));
  if (becomingTrue(plan.rules).includes(TESTED)) notes.push(RUNS_NOTE);
  if (unknown > 0) notes.push(sentence('noteUnknown', { unknown, evaluated }));
  if (failed > 0) notes.push(sentence('noteFailed', { failed }));
  if (leftOut > 0) notes.push(sentence('noteLeftOut', { count: leftOut }));
  if (plan.compiled.requests.some(({ fact }) => fact === 'trip.age_seconds'))
    notes.push(ageNote(backfilled, evaluated));
  return notes;
}

/** Returns the note about trip age. Its meaning depends on whether trips were received live or stored by a backfill. */
function ageNote(backfilled: number, evaluated: number): Sentence {
  const kept = backfilled === 0 ? sentence('noteAgeAll') : sentence('noteAgeSome', { backfilled, evaluated });
  return sentence('noteAge', { kept });
}

const ALERTS_SHOWN = 5;
const SHOWN_A_REASON = 2;

/** Converts a trip to an example in the result. */
function exampleOf(trip: TripExample): BacktestExample {
  return {
    driver_id: trip.driverId,
    trip_id: trip.tripId,
    at: new Date(trip.at).toISOString(),
    ...(trip.explained && { explained: trip.explained }),
  };
}

/** Converts a match to an example in the result, with the explanation of one version. */
function matchExample(trip: TripMatch, version: number): BacktestExample {
  const { explained, ...rest } = trip;
  const own = explained?.[version];
  return exampleOf({ ...rest, ...(own && { explained: own }) });
}

/** Chooses examples in order of time: alerts of different drivers, and a few for each reason that stops an alert. */
class Examples {
  readonly #version: number;
  readonly #chosen: BacktestExample[] = [];
  readonly #seen = new Map<string, number>();
  readonly #drivers = new Set<string>();

  /** @param version position of the version whose explanations are shown */
  constructor(version: number) {
    this.#version = version;
  }

  add(trip: TripMatch, alert: AdmittedAlert): void {
    const outcome = isSent(alert) ? 'alert' : (alert.reason ?? 'stopped');
    const seen = this.#seen.get(outcome) ?? 0;
    if (seen >= (outcome === 'alert' ? ALERTS_SHOWN : SHOWN_A_REASON)) return;
    if (trip.explained?.[this.#version] === undefined) return;
    if (outcome === 'alert' && this.#drivers.has(trip.driverId)) return;
    if (outcome === 'alert') this.#drivers.add(trip.driverId);
    this.#seen.set(outcome, seen + 1);
    this.#chosen.push({
      ...matchExample(trip, this.#version),
      outcome,
      ...(alert.detail !== undefined && { detail: alert.detail }),
    });
  }

  /** Replaces a trip's example with its later outcome. */
  replace(trip: TripMatch, alert: AdmittedAlert): void {
    const at = this.#chosen.findIndex(
      (each) => each.driver_id === trip.driverId && each.trip_id === trip.tripId,
    );
    if (at >= 0) {
      this.#chosen.splice(at, 1);
      this.#seen.set('suppressed', this.#seen.get('suppressed')! - 1);
    }
    this.add(trip, alert);
  }

  /** Lists examples in order of time, first those with an alert, then the stopped ones. */
  list(): BacktestExample[] {
    const isAlert = ({ outcome }: BacktestExample): boolean => outcome === 'alert';
    return [...this.#chosen.filter(isAlert), ...this.#chosen.filter((each) => !isAlert(each))];
  }
}
