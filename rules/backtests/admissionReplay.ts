import {
  admit,
  holderOf,
  isThrottled,
  storedSuppression,
  throttleKeys,
  throttleSeconds,
} from '../admission/index.ts';
import type {
  ActiveSilence,
  AdmissionHistory,
  AdmissionInput,
  AdmittedAlert,
  Match,
  PassedAlert,
  ResolveRecipients,
  ThrottleSubject,
} from '../admission/index.ts';
import type { Rule } from '../documents/index.ts';
import type { PublishedRule } from '../evaluation/index.ts';
import type { LocalTime } from '../time/index.ts';
import { afterRelease, storedAs } from './released.ts';
import type { Released } from './released.ts';
import type { TripMatch } from './parts/index.ts';

/** A silence with its period. The start is included, the end is not. */
export interface SilencePeriod extends ActiveSilence {
  readonly from: Date;
  readonly to: Date;
}

/** The fleet's data that a back-test needs to decide alerts. */
export interface AdmissionContext {
  /** IANA name of the fleet's time zone. */
  readonly timezone: string;
  readonly clock: (millis: number) => LocalTime;
  readonly silences: readonly SilencePeriod[];
  /** Returns the driver's groups, or `undefined` if they are unknown. */
  readonly groupsOf: (driverId: string) => readonly string[] | undefined;
  /**
   * Resolves recipients at an instant, for a driver as currently stored. Without a driver, resolves recipients of a message that
   * is about no single driver. Absent: recipients are used as named.
   */
  readonly recipientsAt?: (at: Date, driverId?: string) => ResolveRecipients;
}

/** The rules that take part in one replay: one version of the tested rule, and its rivals (rules that can change its alerts). */
export interface AdmissionCast {
  /** Position of the tested rule's version whose alerts are returned. */
  readonly own: number;
  /** Rules by position. A rule that is not in the map does not take part. */
  readonly rules: ReadonlyMap<number, PublishedRule>;
}

/** An alert that throttles later ones until it is dropped at the end of its quiet hours. */
interface Remembered {
  readonly passed: PassedAlert;
  readonly droppedAt: Date | undefined;
}

/** The trip that alerted in a run. The entry is valid until the alert is dropped. */
interface AlertedRun {
  readonly tripId: string;
  readonly droppedAt: Date | undefined;
}

/** A run (consecutive matches of a rule for a driver), with the trip that alerted in it. */
interface MatchRun {
  alerted?: AlertedRun;
}

/** A trip whose alerts may still change, because one of its alerts suppresses another and will be dropped later. */
interface OpenTrip {
  readonly trip: TripMatch;
  readonly subject: ThrottleSubject;
  /** Alerts with their final results, by the rule's position. */
  readonly released: Map<number, Released & { readonly admitted: AdmittedAlert }>;
  readonly runs: ReadonlyMap<number, MatchRun>;
}

/** An alert that was suppressed by another rule's alert, and is decided again after that other alert was dropped. */
export interface LaterAlert extends Released {
  readonly trip: TripMatch;
  /** The time at which the alert was admitted. */
  readonly at: Date;
  readonly admitted: AdmittedAlert;
}

/** The number of alerts that passed a rule's budget on one day, and the times at which some of those alerts were dropped. */
interface BudgetDay {
  readonly date: string;
  count: number;
  readonly droppedAt: Date[];
}

/**
 * Returns whether an alert has been dropped at an instant. An alert that is dropped at a trip's instant is dropped before the
 * trip is handled.
 */
function isTombstoned(droppedAt: Date | undefined, at: number): boolean {
  return droppedAt !== undefined && droppedAt.getTime() <= at;
}

/**
 * Replays matches through the same checks as live, at the times at which the trips ended. It remembers earlier alerts that
 * throttle or use up a budget, which live looks up in the database. Before the first trip the history is empty, as if the rules
 * had been published on that day.
 */
export class AdmissionReplay {
  readonly #cast: AdmissionCast;
  readonly #context: AdmissionContext;
  readonly #order: readonly number[];
  /** Alerts by throttle key, the newest last. Older ones are kept, because they apply again if newer ones are dropped. */
  readonly #passed = new Map<string, readonly Remembered[]>();
  readonly #budgets = new Map<string, BudgetDay>();
  /** Current runs by rule and driver, for rules with the trigger `becomes_true`. */
  readonly #runs = new Map<string, MatchRun>();
  /** The times at which alerts that suppress others are dropped, in order. */
  readonly #ends: { readonly at: Date; readonly of: OpenTrip }[] = [];
  #later: LaterAlert[] = [];

  constructor(cast: AdmissionCast, context: AdmissionContext) {
    this.#cast = cast;
    this.#context = context;
    // Live evaluates rules in the order of their ids. If two alerts share a message, the first rule sends it.
    const idOf = (position: number): string => cast.rules.get(position)!.id;
    this.#order = [...cast.rules.keys()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  }

  /**
   * Returns the version's alert for a trip after its quiet hours, or `undefined` if the version did not match. Trips must be
   * passed in order of time. Deliveries of a stopped alert are not computed. `later` returns alerts of earlier trips that are no
   * longer suppressed.
   */
  next(trip: TripMatch): AdmittedAlert | undefined {
    return this.#lead(trip, { leavesOutStopped: true })?.alert;
  }

  /**
   * Returns whether a run or a throttle stops the version's alert for this trip. This is a shortcut for trips where no other rule
   * matched and no silence applies, and does not remember the alert. If it returns false, call `next`.
   */
  isHeldBack(trip: TripMatch): boolean {
    const { driverId, tripId, at } = trip;
    this.#endUntil(at);
    if (trip.rules.length > 1 || trip.rules[0] !== this.#cast.own || this.#silencesAt(at).length > 0)
      return false;
    const { id, rule } = this.#cast.rules.get(this.#cast.own)!;
    if (rule.mode !== 'live') return false;
    if (rule.trigger === 'becomes_true') {
      this.#turnRuns(trip);
      if (alertedIn(this.#runs.get(runKey(id, driverId)), at) !== undefined) return true;
    }
    if (!rule.throttle) return false;
    const groups = rule.throttle.per === 'group' ? this.#context.groupsOf(driverId) : undefined;
    const holder = this.#lastPassed({ id, throttle: rule.throttle }, { driverId, tripId, groups }, at);
    return isThrottled(rule, { at: new Date(at), holder });
  }

  /** Returns the same alert as `next`. `admitted` is the alert right after the decision, before its quiet hours end. */
  nextWithAdmitted(trip: TripMatch): (Released & { readonly admitted: AdmittedAlert }) | undefined {
    return this.#lead(trip, {});
  }

  /**
   * Returns the version's alerts that stopped being suppressed since the last call.
   * @param until epoch milliseconds; absent: all remaining alerts
   */
  later(until = Infinity): readonly LaterAlert[] {
    this.#endUntil(until);
    const later = this.#later;
    this.#later = [];
    return later;
  }

  #lead(
    trip: TripMatch,
    wanted: Pick<AdmissionInput, 'leavesOutStopped'>,
  ): (Released & { readonly admitted: AdmittedAlert }) | undefined {
    this.#endUntil(trip.at);
    const matched = this.#order.filter((position) => trip.rules.includes(position));
    if (matched.length === 0) return undefined;
    this.#turnRuns(trip);
    const groups = this.#context.groupsOf(trip.driverId);
    const subject: ThrottleSubject = { driverId: trip.driverId, tripId: trip.tripId, groups };
    const open: OpenTrip = { trip, subject, released: new Map(), runs: this.#runsOf(trip, matched) };
    this.#admit(open, { matched, at: trip.at, earlier: [], wanted });
    return open.released.get(this.#cast.own);
  }

  /** Admits a trip's matches and remembers their alerts. Also notes when alerts end that suppress others of the trip. */
  #admit(
    open: OpenTrip,
    now: {
      readonly matched: readonly number[];
      readonly at: number;
      readonly earlier: AdmissionInput['earlierOfTrip'];
      readonly wanted: Pick<AdmissionInput, 'leavesOutStopped'>;
    },
  ): void {
    const { subject } = open;
    const { driverId, groups } = subject;
    const at = new Date(now.at);
    const { date } = this.#context.clock(now.at);
    const recipients = this.#context.recipientsAt?.(at, driverId);
    const alerts = admit({
      at,
      driverId,
      groups,
      fleetTimezone: this.#context.timezone,
      matches: now.matched.map((position) => ({ published: this.#cast.rules.get(position)! })),
      silences: this.#silencesAt(now.at),
      earlierOfTrip: now.earlier,
      ...now.wanted,
      ...(recipients && { recipients }),
      history: this.#history(open, { at: now.at, date }),
    });
    const silencesAt = (each: Date): readonly ActiveSilence[] => this.#silencesAt(each.getTime());
    alerts.forEach((admitted, index) => {
      const released = { ...afterRelease(admitted, { driverId, groups, silencesAt }), admitted };
      open.released.set(now.matched[index]!, released);
      this.#remember(released, open, { position: now.matched[index]!, at: now.at, date });
    });
    if (![...open.released.values()].some(({ alert }) => alert.reason === 'suppressed')) return;
    for (const position of now.matched) {
      const end = open.released.get(position)!.droppedAt;
      const suppresses = this.#cast.rules.get(position)!.rule.suppresses ?? [];
      if (end && suppresses.length > 0) this.#noteEnd(end, open);
    }
  }

  #noteEnd(at: Date, of: OpenTrip): void {
    const after = this.#ends.findIndex((each) => each.at > at);
    this.#ends.splice(after < 0 ? this.#ends.length : after, 0, { at, of });
  }

  #endUntil(until: number): void {
    while (this.#ends[0] && this.#ends[0].at.getTime() <= until) {
      const { at, of } = this.#ends.shift()!;
      this.#unsuppress(of, at);
    }
  }

  /** Admits the alerts that a dropped alert of the trip suppressed, unless another alert still suppresses them. */
  #unsuppress(open: OpenTrip, at: Date): void {
    const alerts = [...open.released].map(([position, { admitted, droppedAt }]) => {
      const { id, rule } = this.#cast.rules.get(position)!;
      const isOver = isTombstoned(droppedAt, at.getTime());
      return { position, alert: storedAs(id, rule, { admitted, isOver }) };
    });
    const { earlier, unsuppressed } = storedSuppression(
      alerts.map((each) => each.alert),
      new Set(),
    );
    const matched = alerts.filter(({ alert }) => unsuppressed.has(alert.rule)).map((each) => each.position);
    if (matched.length === 0) return;
    this.#admit(open, { matched, at: at.getTime(), earlier, wanted: {} });
    if (!matched.includes(this.#cast.own)) return;
    const own = open.released.get(this.#cast.own)!;
    if (own.alert.reason !== 'suppressed') this.#later.push({ trip: open.trip, at, ...own });
  }

  /** Returns the run of each match whose rule alerts only when it becomes true. Keyed by the rule's position. */
  #runsOf({ driverId }: TripMatch, matched: readonly number[]): ReadonlyMap<number, MatchRun> {
    const runs = new Map<number, MatchRun>();
    for (const position of matched) {
      const { id, rule } = this.#cast.rules.get(position)!;
      if (rule.trigger !== 'becomes_true') continue;
      const run = this.#runs.get(runKey(id, driverId)) ?? {};
      this.#runs.set(runKey(id, driverId), run);
      runs.set(position, run);
    }
    return runs;
  }

  /**
   * Begins the runs that start with this trip, without an alert. A run from before the range is assumed to have alerted on its
   * first trip.
   */
  #turnRuns({ driverId, begins = [], continues = {} }: TripMatch): void {
    if (begins.length === 0 && Object.keys(continues).length === 0) return;
    for (const position of this.#order) {
      const key = runKey(this.#cast.rules.get(position)!.id, driverId);
      const before = continues[position];
      if (begins.includes(position)) this.#runs.delete(key);
      else if (before !== undefined)
        this.#runs.set(key, { alerted: { tripId: before, droppedAt: undefined } });
    }
  }

  #silencesAt(at: number): readonly ActiveSilence[] {
    const { silences } = this.#context;
    if (silences.length === 0) return silences;
    return silences.filter(({ from, to }) => from.getTime() <= at && at < to.getTime());
  }

  #history(
    { subject, runs }: OpenTrip,
    now: { readonly at: number; readonly date: string },
  ): AdmissionHistory {
    return {
      lastPassed: ({ published: { id, rule } }: Match) =>
        rule.throttle && this.#lastPassed({ id, throttle: rule.throttle }, subject, now.at),
      passedToday: ({ published: { id } }: Match) => {
        const budget = this.#budgets.get(id);
        if (budget?.date !== now.date) return 0;
        return budget.count - budget.droppedAt.filter((at) => isTombstoned(at, now.at)).length;
      },
      alertedInRun: ({ published: { id } }: Match) =>
        alertedIn([...runs].find(([position]) => this.#cast.rules.get(position)!.id === id)?.[1], now.at),
    };
  }

  #lastPassed(
    { id, throttle }: { readonly id: string; readonly throttle: NonNullable<Rule['throttle']> },
    subject: ThrottleSubject,
    at: number,
  ): PassedAlert | undefined {
    const since = at - throttleSeconds(throttle) * 1000;
    const newest: (PassedAlert | undefined)[] = [];
    for (const key of throttleKeys(throttle, subject)) {
      const passed = newestOf(this.#passed.get(`${id} ${key}`), at);
      newest.push(passed && passed.at.getTime() > since ? passed : undefined);
    }
    return holderOf(newest);
  }

  #remember(
    { admitted, droppedAt }: Released & { readonly admitted: AdmittedAlert },
    { subject, runs }: OpenTrip,
    now: { readonly position: number; readonly at: number; readonly date: string },
  ): void {
    const { id, rule } = admitted.match.published;
    if (admitted.passedThrottle && rule.throttle) {
      const passed = { at: new Date(now.at), severity: rule.severity };
      for (const key of throttleKeys(rule.throttle, subject)) {
        const before = droppedAt ? (this.#passed.get(`${id} ${key}`) ?? []) : [];
        const stillCount = before.filter((each) => !isTombstoned(each.droppedAt, now.at));
        this.#passed.set(`${id} ${key}`, [...stillCount, { passed, droppedAt }]);
      }
    }
    if (!admitted.passedBudget) return;
    const run = runs.get(now.position);
    if (run) run.alerted = { tripId: subject.tripId, droppedAt };
    const found = this.#budgets.get(id);
    const budget = found?.date === now.date ? found : { date: now.date, count: 0, droppedAt: [] };
    this.#budgets.set(id, budget);
    budget.count += 1;
    if (droppedAt) budget.droppedAt.push(droppedAt);
  }
}

/** Returns the newest alert that has not been dropped at an instant. */
function newestOf(all: readonly Remembered[] | undefined, at: number): PassedAlert | undefined {
  for (let index = (all?.length ?? 0) - 1; index >= 0; index -= 1)
    if (!isTombstoned(all![index]!.droppedAt, at)) return all![index]!.passed;
  return undefined;
}

/**
 * Returns the trip that alerted in a run. Returns `undefined` if there is none, or if its alert was dropped before the instant.
 */
function alertedIn(run: MatchRun | undefined, at: number): string | undefined {
  const alerted = run?.alerted;
  return alerted && !isTombstoned(alerted.droppedAt, at) ? alerted.tripId : undefined;
}

/** Returns a key for a rule and a driver. The key is JSON, because driver ids may contain any character. */
function runKey(rule: string, driverId: string): string {
  return JSON.stringify([rule, driverId]);
}
