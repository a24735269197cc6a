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
import type { TripMatch } from './result.ts';

/** A silence and when it counted: from its first instant, up to and without its last. */
export interface SilencePeriod extends ActiveSilence {
  readonly from: Date;
  readonly to: Date;
}

/** What surrounds the alerts of a back-test. */
export interface AdmissionContext {
  /** IANA name of the fleet's time zone. */
  readonly timezone: string;
  readonly clock: (millis: number) => LocalTime;
  readonly silences: readonly SilencePeriod[];
  /** Undefined: it is not known. */
  readonly groupsOf: (driverId: string) => readonly string[] | undefined;
  /**
   * Resolves recipients at an instant, for a driver as stored now, or for what is about no driver. Absent: they are taken as they are
   * named.
   */
  readonly recipientsAt?: (at: Date, driverId?: string) => ResolveRecipients;
}

/** The rules of one run through the alerts: one version of the tested rule, and its rivals. */
export interface AdmissionCast {
  /** Position of the version whose alerts are asked for. */
  readonly own: number;
  /** Rules by position; what is absent does not take part. */
  readonly rules: ReadonlyMap<number, PublishedRule>;
}

/** An alert that counts, until it is left out at the end of its quiet hours. */
interface Remembered {
  readonly passed: PassedAlert;
  readonly droppedAt: Date | undefined;
}

/** The trip whose alert a run has, until that alert is left out. */
interface AlertedRun {
  readonly tripId: string;
  readonly droppedAt: Date | undefined;
}

/** A run of matches: what of it has alerted. */
interface MatchRun {
  alerted?: AlertedRun;
}

/** A trip whose alerts may still change: another rule's alert suppresses one of them, and will be left out. */
interface OpenTrip {
  readonly trip: TripMatch;
  readonly subject: ThrottleSubject;
  /** By rule's position. */
  readonly released: Map<number, Released & { readonly admitted: AdmittedAlert }>;
  readonly runs: ReadonlyMap<number, MatchRun>;
}

/** What became later of an alert that another rule's alert suppressed, until that one was left out. */
export interface LaterAlert extends Released {
  readonly trip: TripMatch;
  /** When it was admitted. */
  readonly at: Date;
  readonly admitted: AdmittedAlert;
}

/** What passed a rule's budget on one day, and when some of it was left out. */
interface BudgetDay {
  readonly date: string;
  count: number;
  readonly droppedAt: Date[];
}

/** Whether an alert counts no more at an instant: a release comes before the trips of its own instant. */
function isTombstoned(droppedAt: Date | undefined, at: number): boolean {
  return droppedAt !== undefined && droppedAt.getTime() <= at;
}

/**
 * Leads matches through the same stops as live, at the simulated times at which the trips ended. What live looks up in the
 * database, earlier alerts that hold a throttle or use up a budget, is remembered here. Nothing earlier than the first
 * trip holds anything: the run begins as if the rules were published on its first day.
 */
export class AdmissionReplay {
  readonly #cast: AdmissionCast;
  readonly #context: AdmissionContext;
  readonly #order: readonly number[];
  /** By throttle key: the newest alert last, before it those that count again once later ones are left out. */
  readonly #passed = new Map<string, readonly Remembered[]>();
  readonly #budgets = new Map<string, BudgetDay>();
  /** By rule and driver, of rules that alert when they become true. */
  readonly #runs = new Map<string, MatchRun>();
  /** Ends of alerts that suppress others, in the order of time. */
  readonly #ends: { readonly at: Date; readonly of: OpenTrip }[] = [];
  #later: LaterAlert[] = [];

  constructor(cast: AdmissionCast, context: AdmissionContext) {
    this.#cast = cast;
    this.#context = context;
    // Live takes the rules by their ids, and the first of two equals carries the message.
    const idOf = (position: number): string => cast.rules.get(position)!.id;
    this.#order = [...cast.rules.keys()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  }

  /**
   * What becomes of the version's alert for this trip, after its quiet hours; undefined when it did not match.
   * Trips must come in the order of time. One that is stopped has no deliveries: they are not worked out. What of earlier trips
   * is suppressed no more by then, `later` answers.
   */
  next(trip: TripMatch): AdmittedAlert | undefined {
    return this.#lead(trip, { leavesOutStopped: true })?.alert;
  }

  /**
   * Whether a run or a throttle stops the version's alert for this trip, when no other rule matched and no silence could count: the
   * same answer as from `next`, for whoever counts. Nothing is remembered of such an alert. False: ask `next`.
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

  /** The same, beside how it was admitted: as live has it right after the decision. */
  nextWithAdmitted(trip: TripMatch): (Released & { readonly admitted: AdmittedAlert }) | undefined {
    return this.#lead(trip, {});
  }

  /** The version's alerts that nothing suppresses any more since this was asked last. @param until epoch milliseconds; absent: all */
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

  /** Admits matches of a trip, remembers them, and notes when those end that suppress others of it. */
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
      ...{ at, driverId, groups, fleetTimezone: this.#context.timezone },
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

  /** An alert of a trip was left out: what it suppressed is admitted, unless another suppresses it. */
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

  /** The run of each match that alerts when it becomes true. */
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

  /** A new run has no alert yet. Of one that began before the range it is taken that its first trip was alerted. */
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

/** The newest that counts at an instant. */
function newestOf(all: readonly Remembered[] | undefined, at: number): PassedAlert | undefined {
  for (let index = (all?.length ?? 0) - 1; index >= 0; index -= 1)
    if (!isTombstoned(all![index]!.droppedAt, at)) return all![index]!.passed;
  return undefined;
}

/** The trip whose alert a run has at an instant, if any. */
function alertedIn(run: MatchRun | undefined, at: number): string | undefined {
  const alerted = run?.alerted;
  return alerted && !isTombstoned(alerted.droppedAt, at) ? alerted.tripId : undefined;
}

/** Ids of drivers may hold anything. */
function runKey(rule: string, driverId: string): string {
  return JSON.stringify([rule, driverId]);
}
