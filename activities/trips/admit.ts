import {
  admit,
  holderOf,
  inSendingOrder,
  throttleScopes,
  throttleSeconds,
} from '../../rules/admission/index.ts';
import type {
  AdmittedAlert,
  EarlierAlert,
  Match,
  PassedAlert,
  ResolveRecipients,
} from '../../rules/admission/index.ts';
import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import type { NamesReceivers } from '../../rules/recipients/index.ts';
import { localDay } from '../../rules/time/index.ts';
import {
  alertedInRun,
  countPassedAlerts,
  newestPassedAlert,
  silencesBetween,
} from '../../store/alerts/index.ts';
import type { RuleHistory } from '../../store/alerts/index.ts';
import type { Db, Tx } from '../../store/db/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { alarmUnreached } from '../facts/index.ts';
import type { FleetRules } from '../facts/index.ts';

/** Outcome of one rule for the trip. */
export type OutcomeOfRule = Pick<RuleDecision, 'rule' | 'version' | 'outcome'>;

/** Data with which a trip's matches are admitted, in addition to the data in the store. */
export interface AdmitArgs {
  readonly key: TripKey;
  readonly rules: FleetRules;
  /** Outcomes of the rules. Those that matched are admitted. */
  readonly decisions: readonly OutcomeOfRule[];
  /** Alerts of the trip that were sent or will be; absent when there are none. */
  readonly earlier?: readonly EarlierAlert[];
  readonly groups: readonly string[] | undefined;
  /** End of the trip; undefined when unknown. */
  readonly endedAt: Date | undefined;
  readonly at: Date;
  readonly fleetTimezone: string;
  /** Whether this is a simulation. The history then omits earlier alerts of the same trip. */
  readonly asIfNew: boolean;
  /** Resolver of the recipients for this driver. */
  readonly recipients: ResolveRecipients;
}

/** Returns the ids of the matched rules whose throttle or budget applies across drivers. Such rules are admitted under a lock. */
export function rulesToLock(rules: FleetRules, decisions: readonly OutcomeOfRule[]): string[] {
  return matchesOf(rules, decisions)
    .filter(({ published: { rule } }) => {
      const isShared = rule.throttle !== undefined && !['driver', 'trip'].includes(rule.throttle.per);
      return isShared || (rule.budget !== undefined && rule.severity !== 'critical');
    })
    .map(({ published }) => published.id);
}

/**
 * Looks up what may hold an alert (throttle, budget, earlier alerts, silences), and admits the matches. For live trips, the
 * caller must hold the locks of `rulesToLock`.
 */
export async function admitMatches(db: Db, args: AdmitArgs): Promise<AdmittedAlert[]> {
  const { at, fleetTimezone, key, groups } = args;
  const matches = matchesOf(args.rules, args.decisions);
  if (matches.length === 0) return [];
  const last = new Map<Match, PassedAlert | undefined>();
  const today = new Map<Match, number>();
  const runs = new Map<Match, string | undefined>();
  for (const match of matches) {
    last.set(match, await lastPassed(db, args, match));
    today.set(match, await passedToday(db, args, match));
    runs.set(match, await alertedBefore(db, args, match));
  }
  const silences = await silencesBetween(db, { fleetId: key.fleet, from: at, to: at });
  return admit({
    at,
    fleetTimezone,
    driverId: key.driverId,
    groups,
    matches,
    silences,
    recipients: args.recipients,
    earlierOfTrip: args.earlier ?? [],
    history: {
      lastPassed: (match) => last.get(match),
      passedToday: (match) => today.get(match) ?? 0,
      alertedInRun: (match) => runs.get(match),
    },
  });
}

/** Returns the actions of a decision, each with the reason if it is not carried out, or not at once. */
export function actionsOf(alerts: readonly AdmittedAlert[]): Decision['actions'] {
  return inSendingOrder(alerts).map(({ alert, delivery: { action, receiver, reason, because } }) => ({
    rule: alert.match.published.id,
    action,
    receiver,
    ...(reason === undefined ? {} : { reason }),
    ...(because && { because: { ...because } }),
  }));
}

function matchesOf(rules: FleetRules, decisions: readonly OutcomeOfRule[]): Match[] {
  const matched = new Set(
    decisions.filter(({ outcome }) => outcome === 'matched').map((each) => `${each.rule} ${each.version}`),
  );
  return rules.published
    .filter(({ id, version }) => matched.has(`${id} ${version}`))
    .map((published) => ({ published }));
}

/** Returns the message actions of the rules that matched. */
export function messagesOf(
  rules: FleetRules,
  decisions: readonly OutcomeOfRule[],
): readonly NamesReceivers[] {
  return matchesOf(rules, decisions).flatMap(({ published }) =>
    published.rule.actions.flatMap((action) =>
      action.type === 'escalate' || action.type === 'delete_trip' ? [] : [action],
    ),
  );
}

/** Raises an alarm for each rule that has a message without a recipient. */
export async function alarmUnreachedIn(
  tx: Tx,
  deps: Pick<ActivityDependencies, 'log'>,
  args: { readonly fleetId: string; readonly alerts: readonly AdmittedAlert[]; readonly at: Date },
): Promise<void> {
  const { fleetId, alerts, at } = args;
  for (const { match, deliveries } of alerts.filter(({ state }) => state !== 'stopped')) {
    const lost = deliveries.filter(({ reason }) => reason === 'no_recipient');
    const subject = `rule:${match.published.id}`;
    const names = lost.map(({ receiver }) => receiver);
    if (names.length > 0) await alarmUnreached(tx, deps, { fleetId, subject, names, at });
  }
}

function historyOf({ key, asIfNew }: AdmitArgs, { published }: Match): RuleHistory {
  const { fleet: fleetId, driverId, tripId } = key;
  return {
    fleetId,
    rule: published.id,
    withShadow: published.rule.mode !== 'live',
    ...(asIfNew && { without: { driverId, tripId } }),
  };
}

async function lastPassed(db: Db, args: AdmitArgs, match: Match): Promise<PassedAlert | undefined> {
  const { throttle } = match.published.rule;
  if (!throttle) return undefined;
  const { driverId, tripId } = args.key;
  const after = new Date(args.at.getTime() - throttleSeconds(throttle) * 1000);
  const history = historyOf(args, match);
  const newest: (PassedAlert | undefined)[] = [];
  for (const scope of throttleScopes(throttle, { driverId, tripId, groups: args.groups }))
    newest.push(await newestPassedAlert(db, { ...history, after, scope }));
  return holderOf(newest);
}

async function passedToday(db: Db, args: AdmitArgs, match: Match): Promise<number> {
  if (!match.published.rule.budget) return 0;
  const { from, to } = localDay(args.at, args.fleetTimezone);
  return countPassedAlerts(db, { ...historyOf(args, match), from, to });
}

async function alertedBefore(db: Db, args: AdmitArgs, match: Match): Promise<string | undefined> {
  if (match.published.rule.trigger !== 'becomes_true') return undefined;
  const { driverId, tripId } = args.key;
  return alertedInRun(db, {
    ...historyOf(args, match),
    trip: { driverId, tripId, endedAt: args.endedAt },
  });
}
