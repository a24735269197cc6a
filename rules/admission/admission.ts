import { quietHoursOf } from '../documents/index.ts';
import type { RuleAction } from '../documents/index.ts';
import type { PlannedDelivery, PublishedRule, Severity } from '../evaluation/index.ts';
import type { RecipientReason } from '../recipients/index.ts';
import { batchUntil } from './batch.ts';
import { summaries } from './grouping.ts';
import { resolvedDeliveries } from './resolved.ts';
import type { ResolveRecipients } from './resolved.ts';
import { quietUntil } from './quietHours.ts';
import { silenceFor } from './silence.ts';
import type { ActiveSilence } from './silence.ts';
import { suppressors } from './suppression.ts';
import type { EarlierAlert } from './suppression.ts';
import { isThrottled } from './throttle.ts';
import type { PassedAlert } from './throttle.ts';

export type { ActiveSilence } from './silence.ts';

/**
 * The reason why an alert or one of its messages is not sent, is sent later, or is sent inside another message. `no_recipient`:
 * the recipient resolves to no receiver. `coaching_off`: the recipient is the driver, and the fleet's settings do not allow
 * e-mails to drivers.
 */
export type StopReason =
  | 'still_true'
  | 'shadow'
  | 'silenced'
  | 'suppressed'
  | 'throttled'
  | 'over_budget'
  | 'quiet_hours'
  | 'batched'
  | 'grouped'
  | 'no_recipient'
  | 'coaching_off';

/** A rule that matched this trip for the first time. */
export interface Match {
  readonly published: PublishedRule;
}

/** Earlier alerts, looked up by the caller. The history of a live rule excludes alerts that the rule raised in shadow. */
export interface AdmissionHistory {
  /**
   * Returns the rule's newest alert that passed its throttle within `every`. If the throttle has several keys, `holderOf` chooses
   * the alert.
   */
  lastPassed(match: Match): PassedAlert | undefined;
  /** Returns the number of the rule's alerts that passed its budget so far on the fleet's local day. */
  passedToday(match: Match): number;
  /**
   * Returns the trip that already alerted in the match's run (consecutive matches of a rule that alerts when it becomes true).
   * The alert may have been sent, held, grouped or batched. Returns `undefined` if no trip alerted in this run.
   */
  alertedInRun(match: Match): string | undefined;
}

/** The new matches of one trip, and all data that their admission depends on. */
export interface AdmissionInput {
  /** The current time for a live trip; the trip's end in a back-test. */
  readonly at: Date;
  /** IANA name. Budgets apply to the fleet's local day. */
  readonly fleetTimezone: string;
  readonly driverId: string;
  /** The driver's groups; undefined when unknown. */
  readonly groups: readonly string[] | undefined;
  readonly matches: readonly Match[];
  readonly silences: readonly ActiveSilence[];
  /**
   * Rules that alerted about this trip in an earlier revision, with the rules that they suppress. Their alerts were sent or will
   * be sent.
   */
  readonly earlierOfTrip: readonly EarlierAlert[];
  readonly history: AdmissionHistory;
  /** Resolves the recipients that an action names for this driver. Absent: recipients are used as they are named. */
  readonly recipients?: ResolveRecipients;
  /** Omits the messages of stopped alerts. Set by callers that only count sent messages. */
  readonly leavesOutStopped?: true;
}

/** One action for one receiver, and whether its message is sent now. */
export interface AdmittedDelivery extends Pick<PlannedDelivery, 'action' | 'actionIndex' | 'receiver'> {
  readonly state: 'pending' | 'held' | 'skipped';
  readonly reason?: StopReason;
  /** The end of the quiet hours or of the batch's window, at which a held delivery is sent. */
  readonly releaseAt?: Date;
  /** The rule whose message contains a grouped delivery. */
  readonly groupedInto?: string;
  /** The reason why the message goes to this receiver. Absent: the rule names the receiver itself. */
  readonly because?: RecipientReason;
  /** True for a coaching e-mail to the driver, which is never grouped with other messages. */
  readonly isCoaching?: true;
}

/** The result of the admission of one match. */
export interface AdmittedAlert {
  readonly match: Match;
  readonly state: 'raised' | 'stopped' | 'held';
  readonly reason?: StopReason;
  /**
   * The trip that alerted in this run, the silence's id, the suppressing rule, the time of the throttling alert, or the budget.
   * For an alert in shadow, the reason that would have stopped it in live mode.
   */
  readonly detail?: string;
  /**
   * Whether the alert passed the throttle. Computed as if the rule were live, even in shadow, so that versions can be compared.
   */
  readonly passedThrottle: boolean;
  readonly passedBudget: boolean;
  readonly deliveries: readonly AdmittedDelivery[];
}

interface Stop {
  readonly reason: StopReason;
  readonly detail: string;
}

/** The result of one match before its messages are checked for quiet hours, batches and grouping. */
interface Verdict {
  readonly match: Match;
  readonly stop?: Stop;
  readonly passedThrottle: boolean;
  readonly passedBudget: boolean;
}

function isShadow({ published }: Match): boolean {
  return published.rule.mode !== 'live';
}

/** Stops a match if an earlier trip of the same run has already alerted. Returns `undefined` if the match may alert. */
function stillTrue(match: Match, history: AdmissionHistory): Stop | undefined {
  if (match.published.rule.trigger !== 'becomes_true') return undefined;
  const tripId = history.alertedInRun(match);
  return tripId === undefined ? undefined : { reason: 'still_true', detail: tripId };
}

/**
 * Returns whether an alert may suppress others. It may not if it has messages but all of them resolve to no receiver. An alert
 * without messages may suppress.
 */
function reachesSomeone({ published: { rule } }: Match, recipients: ResolveRecipients | undefined): boolean {
  if (!recipients || !rule.suppresses?.length) return true;
  const messages = resolvedDeliveries(rule, recipients);
  return messages.length === 0 || messages.some(({ unsent }) => unsent === undefined);
}

/**
 * Returns, for each match, the stop by trigger, silence or suppression. All matches are checked together, because one may
 * suppress another.
 */
function earlyStops(input: AdmissionInput): readonly (Stop | undefined)[] {
  const continued = input.matches.map((match) => stillTrue(match, input.history));
  const silenced = input.matches.map(({ published }) =>
    silenceFor(input.silences, {
      rule: published.id,
      severity: published.rule.severity,
      driverId: input.driverId,
      groups: input.groups,
    }),
  );
  const suppressedBy = suppressors(
    input.matches.map((match, index) => ({
      rule: match.published.id,
      severity: match.published.rule.severity,
      suppresses: match.published.rule.suppresses ?? [],
      counts:
        !isShadow(match) && !silenced[index] && !continued[index] && reachesSomeone(match, input.recipients),
    })),
    input.earlierOfTrip,
  );
  return input.matches.map((_, index) => {
    if (continued[index]) return continued[index];
    const [silence, rule] = [silenced[index], suppressedBy[index]];
    if (silence) return { reason: 'silenced', detail: silence.id };
    return rule === undefined ? undefined : { reason: 'suppressed', detail: rule };
  });
}

/** Checks a match against throttle and budget, as if the rule were live. */
function admitMatch(input: AdmissionInput, match: Match, early: Stop | undefined): Verdict {
  const { rule } = match.published;
  if (early) return { match, stop: early, passedThrottle: false, passedBudget: false };
  const holder = rule.throttle && input.history.lastPassed(match);
  if (holder && isThrottled(rule, { at: input.at, holder })) {
    const stop: Stop = { reason: 'throttled', detail: holder.at.toISOString() };
    return { match, stop, passedThrottle: false, passedBudget: false };
  }
  const most = rule.severity === 'critical' ? undefined : rule.budget?.alerts_per_day;
  if (most !== undefined && input.history.passedToday(match) >= most) {
    const stop: Stop = { reason: 'over_budget', detail: `${most} a day` };
    return { match, stop, passedThrottle: true, passedBudget: false };
  }
  return { match, passedThrottle: true, passedBudget: true };
}

/** Stops matches of rules in shadow. The reason `still_true` is kept, because runs continue in shadow, too. */
function inShadow(verdict: Verdict): Verdict {
  return isShadow(verdict.match) && verdict.stop?.reason !== 'still_true'
    ? { ...verdict, stop: { reason: 'shadow', detail: verdict.stop?.reason ?? '' } }
    : verdict;
}

/**
 * Returns the messages of an alert: skipped if the alert is stopped, otherwise pending or held. A message without a receiver is
 * always skipped.
 */
function messagesOf({ match, stop }: Verdict, input: AdmissionInput): AdmittedDelivery[] {
  const { rule } = match.published;
  if (stop && input.leavesOutStopped) return [];
  return resolvedDeliveries(rule, input.recipients).map(({ unsent, ...delivery }) => {
    if (stop) return { ...delivery, state: 'skipped', reason: stop.reason };
    if (unsent) return { ...delivery, state: 'skipped', reason: unsent };
    const hold = rule.severity === 'critical' ? undefined : holdOf(rule.actions[delivery.actionIndex], input);
    return hold ? { ...delivery, state: 'held', ...hold } : { ...delivery, state: 'pending' };
  });
}

/**
 * Returns why an action's message is held, and until when. A batch waits for the end of its window, even in quiet hours, so that
 * its recipient gets one summary. The reason is `quiet_hours` if the quiet hours end last.
 */
function holdOf(
  action: RuleAction | undefined,
  input: AdmissionInput,
): { readonly reason: 'quiet_hours' | 'batched'; readonly releaseAt: Date } | undefined {
  const quiet = quietHoursOf(action);
  const quietEnd = quiet && quietUntil(quiet, input.at);
  if (!action?.batch) return quietEnd && { reason: 'quiet_hours', releaseAt: quietEnd };
  const releaseAt = batchUntil(action.batch, quiet, input);
  return { reason: quietEnd && quietEnd >= releaseAt ? 'quiet_hours' : 'batched', releaseAt };
}

/** Groups messages of this trip's alerts if they go to the same receiver. */
function grouped(
  verdicts: readonly Verdict[],
  messages: readonly AdmittedDelivery[][],
): AdmittedDelivery[][] {
  const pending = messages.flatMap((list, alert) =>
    list.flatMap((delivery) => {
      const { id, rule } = verdicts[alert]!.match.published;
      return delivery.state === 'pending' && !delivery.isCoaching
        ? [{ ...delivery, delivery, rule: id, severity: rule.severity }]
        : [];
    }),
  );
  const groupedInto = new Map<AdmittedDelivery, { readonly rule: string; readonly severity: Severity }>();
  summaries(pending).forEach((summary, index) => {
    if (summary !== index) groupedInto.set(pending[index]!.delivery, pending[summary]!);
  });
  return messages.map((list) =>
    list.map((delivery) => {
      const summary = groupedInto.get(delivery);
      return summary
        ? { ...delivery, state: 'skipped', reason: 'grouped', groupedInto: summary.rule }
        : delivery;
    }),
  );
}

/** Returns state and reason of an alert, from its own stop or from the states of its messages. */
function outcomeOf(
  { stop }: Verdict,
  deliveries: readonly AdmittedDelivery[],
): Pick<AdmittedAlert, 'state' | 'reason' | 'detail'> {
  if (stop)
    return { state: 'stopped', reason: stop.reason, ...(stop.detail !== '' && { detail: stop.detail }) };
  if (deliveries.length === 0 || deliveries.some(({ state }) => state === 'pending'))
    return { state: 'raised' };
  const held = deliveries.filter(({ state }) => state === 'held');
  if (held.length > 0) {
    const isBatched = held.some(({ reason }) => reason === 'batched');
    return { state: 'held', reason: isBatched ? 'batched' : 'quiet_hours' };
  }
  const summaries = [...new Set(deliveries.flatMap(({ groupedInto }) => groupedInto ?? []))];
  if (summaries.length === 0) {
    const reason = deliveries.some((each) => each.reason === 'no_recipient')
      ? 'no_recipient'
      : 'coaching_off';
    return { state: 'raised', reason };
  }
  return { state: 'raised', reason: 'grouped', detail: summaries.join(', ') };
}

/**
 * Decides, for each match in order, whether its alert is sent. The checks are trigger, shadow, silence, suppression, throttle,
 * budget, quiet hours, batch and grouping. The function is pure: the same input gives the same result live and in a back-test.
 */
export function admit(input: AdmissionInput): AdmittedAlert[] {
  const early = earlyStops(input);
  const verdicts = input.matches.map((match, index) => inShadow(admitMatch(input, match, early[index])));
  const messages = grouped(
    verdicts,
    verdicts.map((verdict) => messagesOf(verdict, input)),
  );
  return verdicts.map((verdict, index) => {
    const deliveries = messages[index]!;
    const { match, passedThrottle, passedBudget } = verdict;
    return { match, ...outcomeOf(verdict, deliveries), passedThrottle, passedBudget, deliveries };
  });
}

/** Returns all deliveries in the order of sending. Deletions come last, after all recipients were notified. */
export function inSendingOrder(
  alerts: readonly AdmittedAlert[],
): readonly { readonly alert: AdmittedAlert; readonly delivery: AdmittedDelivery }[] {
  const all = alerts.flatMap((alert) => alert.deliveries.map((delivery) => ({ alert, delivery })));
  return [
    ...all.filter(({ delivery }) => delivery.action !== 'delete_trip'),
    ...all.filter(({ delivery }) => delivery.action === 'delete_trip'),
  ];
}
