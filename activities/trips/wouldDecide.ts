import type { ResolveRecipients } from '../../rules/admission/index.ts';
import type { CompiledRules, Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import { utcDate } from '../../rules/time/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db } from '../../store/db/index.ts';
import { firstDecidedAt, getTrip, rowKey, tripEndedAt, windowSinceOf } from '../../store/trips/index.ts';
import type { TripRow } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { needsOf, readForRecipients, resolverOf, serviceFactsFor, storedDriver } from '../facts/index.ts';
import type { FleetRules } from '../facts/index.ts';
import { actionsOf, admitMatches, messagesOf } from './admit.ts';
import { evaluateTrip } from './decide.ts';

/**
 * Returns the decision that these rules would make now, like the live path, without storing or sending anything. A stored trip
 * is as old as it was.
 */
export async function wouldDecide(
  deps: ActivityDependencies,
  input: { key: TripKey; trip: Trip; rules: FleetRules; isStored?: boolean },
): Promise<Decision> {
  const { key, trip, rules } = input;
  const readings = await serviceFactsFor(deps, { ...input, timing: 'now' });
  const decidedAt = deps.now();
  const present = await getTrip(deps.db, rowKey(key));
  const age = await ageInstant(deps.db, { stored: input.isStored ? present : undefined, now: decidedAt });
  const decisions = await evaluateTrip(deps.db, {
    fleet: key.fleet,
    trip,
    compiled: rules.compiled,
    readings,
    decidedAt: age.at,
    windowSince: windowSinceOf(present, trip),
  });
  const recipients = await recipientsFor(deps, {
    key,
    trip,
    rules,
    decisions,
    at: decidedAt,
    groups: readings.groups,
  });
  const alerts = await admitMatches(deps.db, {
    key,
    rules,
    decisions,
    at: decidedAt,
    asIfNew: true,
    groups: readings.groups,
    endedAt: tripEndedAt(trip),
    recipients,
    fleetTimezone: connectionsOf(deps, key.fleet).timezone,
  });
  return {
    fleet: key.fleet,
    driver_id: trip.driverId,
    trip_id: trip.tripId,
    revision: present?.revision ?? 0,
    decided_at: decidedAt.toISOString(),
    ...ageInAnswer(age, rules.compiled),
    rules: decisions,
    actions: actionsOf(alerts),
  };
}

/** Resolves recipients like the live path, but uses facts that it reads of the driver without storing them. */
async function recipientsFor(
  deps: ActivityDependencies,
  args: {
    readonly key: TripKey;
    readonly trip: Trip;
    readonly rules: FleetRules;
    readonly decisions: readonly RuleDecision[];
    readonly at: Date;
    readonly groups: readonly string[] | undefined;
  },
): Promise<ResolveRecipients> {
  const { key, trip, rules, at } = args;
  const needs = needsOf(messagesOf(rules, args.decisions), rules.recipients);
  const { driver, missing } = await storedDriver(deps.db, { key, needs, groups: args.groups, at });
  const endDate = utcDate((tripEndedAt(trip) ?? at).getTime());
  const read =
    missing.groups || missing.record
      ? await readForRecipients(deps, { key, needs: missing, endDate })
      : undefined;
  const attributes = read?.readings.get(endDate)?.attributes;
  return resolverOf({
    documents: rules.recipients,
    at,
    driver: {
      groups: read?.groups ?? driver.groups,
      source: { ...driver.source, ...(attributes && { attributes }) },
    },
  });
}

/** Time until which a simulation counts a trip's age, with the reason. */
interface AgeInstant {
  readonly at: Date;
  readonly because: NonNullable<Decision['age_until']>['because'];
}

/**
 * Returns the time until which a stored trip's age is counted when it is simulated later: its first decision, as live; for one
 * that was never decided, its receipt, as in a back-test. A trip that is not stored is as old as it is now.
 */
async function ageInstant(
  db: Db,
  { stored, now }: { readonly stored: TripRow | undefined; readonly now: Date },
): Promise<AgeInstant> {
  if (!stored) return { at: now, because: 'now' };
  const decided = await firstDecidedAt(db, stored);
  if (decided) return { at: decided, because: 'first_decision' };
  return { at: stored.firstReceivedAt, because: 'received' };
}

/** Returns the answer's note about the age; empty when no rule needs a trip's age. */
function ageInAnswer({ at, because }: AgeInstant, { requests }: CompiledRules): Pick<Decision, 'age_until'> {
  if (!requests.some(({ fact }) => fact === 'trip.age_seconds')) return {};
  return { age_until: { at: at.toISOString(), because } };
}
