import { admit } from '../admission.ts';
import type { AdmissionHistory, AdmittedAlert, Match, SilenceInForce } from '../admission.ts';
import type { PublishedRule } from '../compile.ts';
import { holderOf, throttleKeys, throttleSeconds } from '../throttle.ts';
import type { PassedAlert, ThrottleSubject } from '../throttle.ts';
import type { TripMatch } from './found.ts';
import type { LocalTime } from './localTime.ts';

/** A silence and when it counted: from its first instant, up to and without its last. */
export interface SilencePeriod extends SilenceInForce {
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
}

/** The rules of one run through the alerts: one version of the tested rule, and its rivals. */
export interface AdmissionCast {
  /** Position of the version whose alerts are asked for. */
  readonly own: number;
  /** Rules by position; what is absent does not take part. */
  readonly rules: ReadonlyMap<number, PublishedRule>;
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
  readonly #passed = new Map<string, PassedAlert>();
  readonly #budgets = new Map<string, { date: string; count: number }>();

  constructor(cast: AdmissionCast, context: AdmissionContext) {
    this.#cast = cast;
    this.#context = context;
    // Live takes the rules by their ids, and the first of two equals carries the message.
    const idOf = (position: number): string => cast.rules.get(position)!.id;
    this.#order = [...cast.rules.keys()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  }

  /**
   * What becomes of the version's alert for this trip; undefined when it did not match.
   * Trips must come in the order of time.
   */
  next(trip: TripMatch): AdmittedAlert | undefined {
    const matched = this.#order.filter((position) => trip.rules.includes(position));
    if (matched.length === 0) return undefined;
    const groups = this.#context.groupsOf(trip.driverId);
    const subject: ThrottleSubject = { driverId: trip.driverId, tripId: trip.tripId, groups };
    const { date } = this.#context.clock(trip.at);
    const alerts = admit({
      at: new Date(trip.at),
      fleetTimezone: this.#context.timezone,
      driverId: trip.driverId,
      groups,
      matches: matched.map((position) => ({ published: this.#cast.rules.get(position)! })),
      silences: this.#silencesAt(new Date(trip.at)),
      earlierOfTrip: [],
      history: this.#history(subject, { at: trip.at, date }),
    });
    for (const alert of alerts) this.#remember(alert, subject, { at: trip.at, date });
    const own = matched.indexOf(this.#cast.own);
    return own < 0 ? undefined : alerts[own];
  }

  #silencesAt(at: Date): readonly SilenceInForce[] {
    return this.#context.silences.filter(({ from, to }) => from <= at && at < to);
  }

  #history(subject: ThrottleSubject, now: { readonly at: number; readonly date: string }): AdmissionHistory {
    return {
      lastPassed: ({ published: { id, rule } }: Match) => {
        if (!rule.throttle) return undefined;
        const since = now.at - throttleSeconds(rule.throttle) * 1000;
        const newest = throttleKeys(rule.throttle, subject).map((key) => this.#passed.get(`${id} ${key}`));
        return holderOf(newest.map((each) => (each && each.at.getTime() > since ? each : undefined)));
      },
      passedToday: ({ published: { id } }: Match) => {
        const budget = this.#budgets.get(id);
        return budget?.date === now.date ? budget.count : 0;
      },
    };
  }

  #remember(
    { match, passedThrottle, passedBudget }: AdmittedAlert,
    subject: ThrottleSubject,
    now: { readonly at: number; readonly date: string },
  ): void {
    const { id, rule } = match.published;
    if (passedThrottle && rule.throttle)
      for (const key of throttleKeys(rule.throttle, subject))
        this.#passed.set(`${id} ${key}`, { at: new Date(now.at), severity: rule.severity });
    if (!passedBudget) return;
    const budget = this.#budgets.get(id);
    if (budget?.date === now.date) budget.count += 1;
    else this.#budgets.set(id, { date: now.date, count: 1 });
  }
}
