import { storedSuppression } from '../../rules/admission/index.ts';
import type { PublishedRule } from '../../rules/evaluation/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { alertsOfTrip, dueOfUnsuppressed, getAlert, noteSuppressors } from '../../store/alerts/index.ts';
import { withDriverLock } from '../../store/db/index.ts';
import type { Tx } from '../../store/db/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { getDriverGroups } from '../../store/facts/index.ts';
import { getTrip, latestDecision, rowKey } from '../../store/trips/index.ts';
import type { SuppressedInput, TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { DriverNeededError, keepForRecipients } from '../facts/index.ts';
import type { FleetRules, RuleLoader } from '../facts/index.ts';
import { GONE, settledWith } from './assessment.ts';
import type { Settled } from './assessment.ts';
import { raiseAlerts } from './raiseAlerts.ts';

/** Creates the activity that admits suppressed alerts after the alert that suppressed them ended without being sent. */
export function createSuppressedAdmission(deps: ActivityDependencies, loadRules: RuleLoader) {
  return {
    /**
     * Admits alerts that an alert of the same trip suppressed, if no other alert suppresses them. Uses the results of their
     * decision, but the current silences, limits, quiet hours and batches. Safe to repeat: returns the deliveries that are still
     * due.
     * @throws ApplicationFailure (worth a retry) while the database is unavailable
     */
    async admitSuppressed({ fleet, alertId }: SuppressedInput): Promise<Settled> {
      const alert = await getAlert(deps.db, { fleetId: fleet, id: alertId });
      if (!alert) return GONE;
      const key: TripKey = { fleet, driverId: alert.driverId, tripId: alert.tripId };
      const rules = await loadRules(deps.db, fleet);
      const admit = (isDriverRead: boolean): Promise<number | undefined> =>
        withDriverLock(deps.db, rowKey(key), (tx) => admitUnderLock(tx, deps, { key, rules, isDriverRead }));
      const revision = await admit(false).catch(async (error: unknown) => {
        if (!(error instanceof DriverNeededError)) throw error;
        const endedAt = (await getTrip(deps.db, rowKey(key)))?.endedAt ?? null;
        await keepForRecipients(deps, { key, needs: error.needs, endedAt });
        return admit(true);
      });
      const due = await dueOfUnsuppressed(deps.db, rowKey(key));
      // Sends deliveries that an earlier attempt admitted, even if the trip is gone since.
      return revision === undefined
        ? settledWith({ state: 'gone', revision: 0 }, due)
        : settledWith({ state: 'decided', revision }, due);
    },
  };
}

/**
 * Admits the alerts that are no longer suppressed. @returns the trip's revision; undefined if nothing is to be sent for the trip
 */
async function admitUnderLock(
  tx: Tx,
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly rules: FleetRules; readonly isDriverRead: boolean },
): Promise<number | undefined> {
  const { key, rules } = args;
  const row = rowKey(key);
  const trip = await getTrip(tx, row);
  if (trip?.state !== 'decided') return undefined;
  const alerts = await alertsOfTrip(tx, row);
  const suppression = storedSuppression(alerts, new Set(trip.notMatched));
  await noteSuppressors(tx, { ...row, by: suppression.movedTo });
  // Admits no alert whose rule did not match in the newest decision. Admits one whose rule could not be decided.
  const due = alerts.filter(
    ({ rule }) => suppression.unsuppressed.has(rule) && !trip.notMatched.includes(rule),
  );
  const published: PublishedRule[] = [];
  for (const { rule: id, version } of due) {
    const rule = await ruleOf(tx, rules, { fleetId: key.fleet, id, version });
    if (rule) published.push({ id, version, rule });
  }
  if (published.length === 0) return trip.revision;
  const newest = await latestDecision(tx, row);
  const matchedNow = new Set(
    newest?.rules
      .filter(({ outcome }) => outcome === 'matched')
      .map(({ rule, version }) => `${rule} ${version}`),
  );
  const revisions = new Map(
    due.map(({ rule, version, revision }) => [
      rule,
      matchedNow.has(`${rule} ${version}`) ? trip.revision : revision,
    ]),
  );
  await raiseAlerts(tx, deps, {
    key,
    suppression,
    isDriverRead: args.isDriverRead,
    endedAt: trip.endedAt ?? undefined,
    // Sorts the rules by id, as for live trips.
    rules: { ...rules, published: published.sort((a, b) => (a.id < b.id ? -1 : 1)) },
    outcomes: published.map(({ id: rule, version }) => ({ rule, version, outcome: 'matched' })),
    groups: due.find(({ groups }) => groups)?.groups ?? (await getDriverGroups(tx, row)).groups,
    revisionOf: (rule) => revisions.get(rule) ?? trip.revision,
  });
  return trip.revision;
}

/**
 * Returns a rule in the version that the alert's decision used, regardless of later versions; `undefined` when the rule was
 * deleted.
 */
async function ruleOf(
  tx: Tx,
  { published }: FleetRules,
  { fleetId, id, version }: { readonly fleetId: string; readonly id: string; readonly version: number },
): Promise<Rule | undefined> {
  const known = published.find((each) => each.id === id && each.version === version);
  if (known) return known.rule;
  const stored = await getVersion(tx, { fleetId, kind: 'rule', id, version });
  return stored?.body as Rule | undefined;
}
