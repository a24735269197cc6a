import { budgetMessagesOf, groupKey } from '../admission/index.ts';
import { isChannel } from '../channels/index.ts';
import type { AdmissionContext, LaterAlert } from './admissionReplay.ts';
import type { AdmittedAlert, AdmittedDelivery } from '../admission/index.ts';
import type { Rule } from '../documents/index.ts';
import { localDay } from '../time/index.ts';
import type { LocalTime } from '../time/index.ts';
import type {
  BacktestDay,
  BacktestDriver,
  BacktestReceiver,
  BacktestTotals,
  TripMatch,
} from './parts/index.ts';

/** Maximum number of drivers, and of receivers, that a result lists. */
const MOST_LISTED = 20;

interface Counts {
  matches: number;
  alerts: number;
  held: number;
  grouped: number;
  messages: number;
  about_budget: number;
  stopped: Record<string, number>;
}

const noCounts = (): Counts => ({
  matches: 0,
  alerts: 0,
  held: 0,
  grouped: 0,
  messages: 0,
  about_budget: 0,
  stopped: {},
});

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Returns whether an alert notifies a recipient: now, later, or in another rule's message. */
export function isSent(alert: AdmittedAlert | undefined): boolean {
  return alert !== undefined && alert.state !== 'stopped';
}

/** Returns whether a delivery is a message. Escalations and deletions also have receivers, but are not messages. */
function isMessage({ action }: Pick<AdmittedDelivery, 'action'>): boolean {
  return isChannel(action);
}

/** Counts the alerts and messages of one version. */
export class Tally {
  readonly #clock: (millis: number) => LocalTime;
  readonly #totals = noCounts();
  readonly #days = new Map<string, Counts>();
  readonly #hours = Array.from({ length: 24 }, (_each, hour) => ({ hour, alerts: 0, messages: 0 }));
  readonly #receivers = new Map<string, Mutable<BacktestReceiver>>();
  readonly #drivers = new Map<string, Mutable<BacktestDriver>>();
  /** Number of messages by receiver and date. */
  readonly #messageDays = new Map<string, Map<string, number>>();
  /**
   * Keys of messages that were held and already counted, because messages held for the same receiver and time are sent together.
   */
  readonly #released = new Set<string>();
  readonly #rule: Rule;
  readonly #timezone: string;
  readonly #recipientsAt: AdmissionContext['recipientsAt'];
  /** Newest date on which the rule was over its budget. */
  #overBudgetOn = '';

  constructor(rule: Rule, fleet: Pick<AdmissionContext, 'timezone' | 'clock' | 'recipientsAt'>) {
    this.#rule = rule;
    this.#timezone = fleet.timezone;
    this.#clock = fleet.clock;
    this.#recipientsAt = fleet.recipientsAt;
  }

  /** Adds one match with its outcome. */
  add(trip: TripMatch, alert: AdmittedAlert): void {
    const { date } = this.#clock(trip.at);
    this.#driver(trip.driverId).matches += 1;
    for (const counts of [this.#totals, this.#day(date)]) counts.matches += 1;
    this.#settle(trip, alert, trip.at);
  }

  /** Replaces the outcome of an alert that was counted as suppressed and no longer is suppressed. */
  addLater({ trip, alert, at }: Pick<LaterAlert, 'trip' | 'alert' | 'at'>): void {
    const { date } = this.#clock(trip.at);
    for (const { stopped } of [this.#totals, this.#day(date)]) {
      const left = (stopped['suppressed'] ?? 0) - 1;
      if (left > 0) stopped['suppressed'] = left;
      else delete stopped['suppressed'];
    }
    this.#settle(trip, alert, at.getTime());
  }

  /**
   * Counts an alert on its trip's day, so that a day's figures add up. Its messages are counted on the day of sending.
   * @param millis epoch milliseconds at which the alert was admitted
   */
  #settle(trip: TripMatch, alert: AdmittedAlert, millis: number): void {
    const { date, hour } = this.#clock(trip.at);
    for (const counts of [this.#totals, this.#day(date)]) countAlert(counts, alert);
    if (alert.reason === 'over_budget') this.#noteOverBudget(millis);
    if (!isSent(alert)) return;
    this.#driver(trip.driverId).alerts += 1;
    this.#hours[hour]!.alerts += 1;
    for (const delivery of alert.deliveries) this.#deliver(delivery, { trip, millis });
  }

  #deliver(
    delivery: AdmittedDelivery,
    { trip, millis }: { readonly trip: TripMatch; readonly millis: number },
  ): void {
    const receiver = this.#receiver(delivery);
    if (delivery.state === 'skipped') {
      if (delivery.reason === 'grouped') receiver.grouped += 1;
      return;
    }
    const at = delivery.state === 'held' ? delivery.releaseAt!.getTime() : millis;
    if (delivery.state === 'held' && !this.#isFirstReleased(delivery, at)) return;
    receiver.messages += 1;
    if (delivery.state === 'held') receiver.held += 1;
    if (!isMessage(delivery)) return;
    this.#countMessage(at, delivery);
    this.#driver(trip.driverId).messages += 1;
  }

  #countMessage(at: number, { action, receiver }: Pick<AdmittedDelivery, 'action' | 'receiver'>): void {
    const { date, hour } = this.#clock(at);
    const key = `${action} ${receiver}`;
    const days = this.#messageDays.get(key) ?? new Map<string, number>();
    this.#messageDays.set(key, days.set(date, (days.get(date) ?? 0) + 1));
    this.#totals.messages += 1;
    this.#day(date).messages += 1;
    this.#hours[hour]!.messages += 1;
  }

  /** Counts the budget messages when the first alert of a day is over budget: a notice, and a summary at the end of the day. */
  #noteOverBudget(millis: number): void {
    const { date } = this.#clock(millis);
    if (date === this.#overBudgetOn) return;
    this.#overBudgetOn = date;
    const at = new Date(millis);
    const recipients = this.#recipientsAt?.(at);
    const given = { at, day: localDay(at, this.#timezone), ...(recipients && { recipients }) };
    for (const message of budgetMessagesOf(this.#rule, given)) {
      this.#receiver(message).messages += 1;
      const sent = message.at.getTime();
      this.#countMessage(sent, message);
      this.#totals.about_budget += 1;
      this.#day(this.#clock(sent).date).about_budget += 1;
    }
  }

  /**
   * Returns whether a held message is the first of its group. Messages that were held for one receiver until the same time are
   * sent as one.
   */
  #isFirstReleased({ action, receiver, isCoaching }: AdmittedDelivery, at: number): boolean {
    const key = isCoaching ? undefined : groupKey(action, receiver);
    if (key === undefined) return true;
    const together = `${at} ${key}`;
    if (this.#released.has(together)) return false;
    this.#released.add(together);
    return true;
  }

  #day(date: string): Counts {
    const counts = this.#days.get(date) ?? noCounts();
    this.#days.set(date, counts);
    return counts;
  }

  #driver(driverId: string): Mutable<BacktestDriver> {
    const found = this.#drivers.get(driverId) ?? { driver_id: driverId, matches: 0, alerts: 0, messages: 0 };
    this.#drivers.set(driverId, found);
    return found;
  }

  #receiver({ action, receiver }: Pick<AdmittedDelivery, 'action' | 'receiver'>): Mutable<BacktestReceiver> {
    const key = `${action} ${receiver}`;
    const found = this.#receivers.get(key) ?? { action, receiver, messages: 0, held: 0, grouped: 0 };
    this.#receivers.set(key, found);
    return found;
  }

  totals(): BacktestTotals {
    return this.#totals;
  }

  /** Lists one entry for each given date, and for later dates on which held messages are sent. */
  days(dates: readonly string[], tripsByDate: Readonly<Record<string, number>>): BacktestDay[] {
    const all = [...new Set([...dates, ...this.#days.keys()])].sort();
    return all.map((date) => ({
      date,
      trips: tripsByDate[date] ?? 0,
      ...(this.#days.get(date) ?? noCounts()),
    }));
  }

  hours(): readonly { readonly hour: number; readonly alerts: number; readonly messages: number }[] {
    return this.#hours;
  }

  receivers(): BacktestReceiver[] {
    return [...this.#receivers.values()]
      .sort((a, b) => b.messages - a.messages || b.grouped - a.grouped || byText(a.receiver, b.receiver))
      .slice(0, MOST_LISTED);
  }

  /** Number of messages by receiver and date. Dates and receivers without messages are absent. */
  messageDays(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    return this.#messageDays;
  }

  /** Returns the drivers with most alerts, and the number of all drivers with a match. */
  drivers(): { readonly top: BacktestDriver[]; readonly matched: number } {
    const top = [...this.#drivers.values()]
      .sort((a, b) => b.alerts - a.alerts || b.matches - a.matches || byText(a.driver_id, b.driver_id))
      .slice(0, MOST_LISTED);
    return { top, matched: this.#drivers.size };
  }
}

function countAlert(counts: Counts, alert: AdmittedAlert): void {
  if (!isSent(alert)) {
    const reason = alert.reason ?? 'stopped';
    counts.stopped[reason] = (counts.stopped[reason] ?? 0) + 1;
    return;
  }
  counts.alerts += 1;
  if (alert.state === 'held') counts.held += 1;
  if (alert.reason === 'grouped') counts.grouped += 1;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
