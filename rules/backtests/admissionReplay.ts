import {
  admit,
  holderOf,
  isThrottled,
  silenceFor,
  throttleKeys,
  throttleSeconds,
} from '../admission/index.ts';
import type {
  ActiveSilence,
  AdmissionHistory,
  AdmissionInput,
  AdmittedAlert,
  AdmittedDelivery,
  Match,
  PassedAlert,
  ResolveRecipients,
  ThrottleSubject,
} from '../admission/index.ts';
import type { Rule } from '../documents/index.ts';
import type { PublishedRule } from '../evaluation/index.ts';
import type { LocalTime } from '../time/index.ts';
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
  readonly #runs = new Map<string, AlertedRun>();

  constructor(cast: AdmissionCast, context: AdmissionContext) {
    this.#cast = cast;
    this.#context = context;
    // Live takes the rules by their ids, and the first of two equals carries the message.
    const idOf = (position: number): string => cast.rules.get(position)!.id;
    this.#order = [...cast.rules.keys()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  }

  /**
   * What becomes of the version's alert for this trip, after its quiet hours; undefined when it did not match.
   * Trips must come in the order of time. One that is stopped has no deliveries: they are not worked out.
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
    if (trip.rules.length > 1 || trip.rules[0] !== this.#cast.own || this.#silencesAt(at).length > 0)
      return false;
    const { id, rule } = this.#cast.rules.get(this.#cast.own)!;
    if (rule.mode !== 'live') return false;
    if (rule.trigger === 'becomes_true') {
      this.#turnRuns(trip);
      if (this.#alertedInRun(id, driverId, at) !== undefined) return true;
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

  #lead(
    trip: TripMatch,
    wanted: Pick<AdmissionInput, 'leavesOutStopped'>,
  ): (Released & { readonly admitted: AdmittedAlert }) | undefined {
    const matched = this.#order.filter((position) => trip.rules.includes(position));
    if (matched.length === 0) return undefined;
    this.#turnRuns(trip);
    const groups = this.#context.groupsOf(trip.driverId);
    const subject: ThrottleSubject = { driverId: trip.driverId, tripId: trip.tripId, groups };
    const { date } = this.#context.clock(trip.at);
    const recipients = this.#context.recipientsAt?.(new Date(trip.at), trip.driverId);
    const alerts = admit({
      at: new Date(trip.at),
      fleetTimezone: this.#context.timezone,
      driverId: trip.driverId,
      groups,
      matches: matched.map((position) => ({ published: this.#cast.rules.get(position)! })),
      silences: this.#silencesAt(trip.at),
      earlierOfTrip: [],
      ...wanted,
      ...(recipients && { recipients }),
      history: this.#history(subject, { at: trip.at, date }),
    });
    const releaseContext = {
      driverId: trip.driverId,
      groups,
      silencesAt: (at: Date) => this.#silencesAt(at.getTime()),
    };
    const released = alerts.map((admitted) => ({ ...afterRelease(admitted, releaseContext), admitted }));
    for (const each of released) this.#remember(each, subject, { at: trip.at, date });
    const own = matched.indexOf(this.#cast.own);
    return own < 0 ? undefined : released[own];
  }

  /** A new run has no alert yet. Of one that began before the range it is taken that its first trip was alerted. */
  #turnRuns({ driverId, begins = [], continues = {} }: TripMatch): void {
    if (begins.length === 0 && Object.keys(continues).length === 0) return;
    for (const position of this.#order) {
      const key = runKey(this.#cast.rules.get(position)!.id, driverId);
      const before = continues[position];
      if (begins.includes(position)) this.#runs.delete(key);
      else if (before !== undefined) this.#runs.set(key, { tripId: before, droppedAt: undefined });
    }
  }

  #silencesAt(at: number): readonly ActiveSilence[] {
    const { silences } = this.#context;
    if (silences.length === 0) return silences;
    return silences.filter(({ from, to }) => from.getTime() <= at && at < to.getTime());
  }

  #history(subject: ThrottleSubject, now: { readonly at: number; readonly date: string }): AdmissionHistory {
    return {
      lastPassed: ({ published: { id, rule } }: Match) =>
        rule.throttle && this.#lastPassed({ id, throttle: rule.throttle }, subject, now.at),
      passedToday: ({ published: { id } }: Match) => {
        const budget = this.#budgets.get(id);
        if (budget?.date !== now.date) return 0;
        return budget.count - budget.droppedAt.filter((at) => isTombstoned(at, now.at)).length;
      },
      alertedInRun: ({ published: { id } }: Match) => this.#alertedInRun(id, subject.driverId, now.at),
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

  #alertedInRun(id: string, driverId: string, at: number): string | undefined {
    const run = this.#runs.get(runKey(id, driverId));
    return run && !isTombstoned(run.droppedAt, at) ? run.tripId : undefined;
  }

  #remember(
    { admitted, droppedAt }: Released & { readonly admitted: AdmittedAlert },
    subject: ThrottleSubject,
    now: { readonly at: number; readonly date: string },
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
    if (rule.trigger === 'becomes_true')
      this.#runs.set(runKey(id, subject.driverId), { tripId: subject.tripId, droppedAt });
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

/** Ids of drivers may hold anything. */
function runKey(rule: string, driverId: string): string {
  return JSON.stringify([rule, driverId]);
}

/** What is asked of the time at which a held message's quiet hours are over. */
interface ReleaseContext {
  readonly driverId: string;
  /** Undefined: not known. */
  readonly groups: readonly string[] | undefined;
  readonly silencesAt: (at: Date) => readonly ActiveSilence[];
}

/** What an alert has come to once its quiet hours are over. */
interface Released {
  readonly alert: AdmittedAlert;
  /** When it stopped to hold a throttle and to count for a budget: nobody was notified of it. Absent: it goes on. */
  readonly droppedAt?: Date;
}

/**
 * Leaves out the held messages that a silence covers when their quiet hours end, as a release does live. An alert of which
 * nothing is left is stopped.
 */
function afterRelease(alert: AdmittedAlert, { driverId, groups, silencesAt }: ReleaseContext): Released {
  const { id, rule } = alert.match.published;
  const subject = { rule: id, severity: rule.severity, driverId, groups };
  const left: { readonly at: Date; readonly silence: string }[] = [];
  const deliveries = alert.deliveries.map((delivery): AdmittedDelivery => {
    const { releaseAt, ...rest } = delivery;
    if (delivery.state !== 'held' || !releaseAt) return delivery;
    const silence = silenceFor(silencesAt(releaseAt), subject);
    if (!silence) return delivery;
    left.push({ at: releaseAt, silence: silence.id });
    return { ...rest, state: 'skipped', reason: 'silenced' };
  });
  if (left.length === 0) return { alert };
  const last = left.reduce((a, b) => (a.at > b.at ? a : b));
  const { reason: _held, detail: _none, ...bare } = alert;
  if (deliveries.some(({ state }) => state === 'held')) return { alert: { ...alert, deliveries } };
  if (deliveries.some(({ state }) => state === 'pending'))
    return { alert: { ...bare, state: 'raised', deliveries } };
  const groupedInto = [...new Set(deliveries.flatMap((each) => each.groupedInto ?? []))];
  if (groupedInto.length > 0)
    return {
      alert: { ...bare, state: 'raised', reason: 'grouped', detail: groupedInto.join(', '), deliveries },
    };
  return {
    alert: { ...bare, state: 'stopped', reason: 'silenced', detail: last.silence, deliveries },
    droppedAt: last.at,
  };
}
