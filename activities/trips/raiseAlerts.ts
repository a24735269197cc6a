import type { AdmittedAlert, ResolveRecipients, StoredSuppression } from '../../rules/admission/index.ts';
import { lockRules } from '../../store/db/index.ts';
import type { Tx } from '../../store/db/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { DriverNeededError, needsOf, resolverOf, storedDriver } from '../facts/index.ts';
import type { FleetRules } from '../facts/index.ts';
import { admitMatches, alarmUnreachedIn, messagesOf, rulesToLock } from './admit.ts';
import type { OutcomeOfRule } from './admit.ts';
import { recordAlerts } from './recordAlerts.ts';

/** Rules that matched a trip and have no alert for it yet, or only one that was suppressed until now. */
export interface Raising {
  readonly key: TripKey;
  readonly rules: FleetRules;
  readonly outcomes: readonly OutcomeOfRule[];
  /** The driver's groups; undefined when unknown. */
  readonly groups: readonly string[] | undefined;
  /** End of the trip; undefined when unknown. */
  readonly endedAt: Date | undefined;
  readonly revisionOf: (rule: string) => number;
  readonly suppression: StoredSuppression;
  /** Whether the facts that recipients depend on were already requested from the service. Missing facts then stay unknown. */
  readonly isDriverRead: boolean;
}

/**
 * Admits the matches, and records each alert with its state. The caller must hold the driver's lock.
 * @throws DriverNeededError when recipients depend on facts that were not requested from the service yet
 */
export async function raiseAlerts(
  tx: Tx,
  deps: ActivityDependencies,
  { suppression, ...raising }: Raising,
): Promise<readonly AdmittedAlert[]> {
  const { key, rules, outcomes, groups, endedAt, revisionOf } = raising;
  await lockRules(tx, { fleetId: key.fleet, rules: rulesToLock(rules, outcomes) });
  // Reads the time under the locks. A day may end while other transactions hold them, and an alert with yesterday's time would
  // then be missing from yesterday's summary.
  const at = deps.now();
  const fleetTimezone = connectionsOf(deps, key.fleet).timezone;
  const recipients = await recipientsFor(tx, { ...raising, at });
  const alerts = await admitMatches(tx, {
    key,
    rules,
    decisions: outcomes,
    groups,
    at,
    fleetTimezone,
    asIfNew: false,
    endedAt,
    recipients,
    earlier: suppression.earlier,
  });
  const fleetRecipients = resolverOf({ documents: rules.recipients, at });
  await recordAlerts(tx, {
    key,
    alerts,
    groups,
    revisionOf,
    at,
    fleetTimezone,
    fleetRecipients,
    unsuppressed: suppression.unsuppressed,
  });
  await alarmUnreachedIn(tx, deps, { fleetId: key.fleet, alerts, at });
  return alerts;
}

/** Returns a resolver of the matched rules' recipients, which uses the stored facts about the driver. */
async function recipientsFor(
  tx: Tx,
  args: Omit<Raising, 'suppression'> & { readonly at: Date },
): Promise<ResolveRecipients> {
  const { key, rules, at } = args;
  const needs = needsOf(messagesOf(rules, args.outcomes), rules.recipients);
  const { driver, missing } = await storedDriver(tx, { key, needs, groups: args.groups, at });
  if (!args.isDriverRead && (missing.groups || missing.record)) throw new DriverNeededError(missing);
  return resolverOf({ documents: rules.recipients, at, driver });
}
