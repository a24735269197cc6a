import { MOST_IN_A_ROW } from '../../rules/admission/index.ts';
import { RUN_LOOKBACK_MS, becomingTrue, planBacktest, waysOf } from '../../rules/backtests/index.ts';
import type { AdmissionContext, BacktestPlan, BacktestQuestion } from '../../rules/backtests/index.ts';
import { scoreKey } from '../../rules/facts/index.ts';
import { addDays, firstInstantFrom, localClockOf } from '../../rules/time/index.ts';
import type { FleetReading } from '../../rules/vocabulary/index.ts';
import { silencesBetween } from '../../store/alerts/index.ts';
import { groupsByDriver, scoresBetween } from '../../store/backtests/index.ts';
import type { EndRange } from '../../store/backtests/index.ts';
import type { Db } from '../../store/db/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import { needsOf, resolverOf } from '../facts/index.ts';

/** Longest time in days for which a batch collects alerts, plus one day for a change to or from daylight saving time. */
const LONGEST_BATCH_DAYS = 8;
/** Milliseconds after the range until which silences are read. They equal the longest time for which an alert may be held. */
const LONGEST_HELD_MS = (LONGEST_BATCH_DAYS + MOST_IN_A_ROW + 1) * 86_400_000;

/**
 * Reads the context of a back-test's alerts: groups, recipients, and the silences that were active when trips or quiet hours
 * ended.
 */
export async function contextOf(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly question: BacktestQuestion;
    /** Ids of the drivers with a match. */
    readonly drivers: readonly string[];
  },
): Promise<AdmissionContext> {
  const { fleetId, question } = args;
  const { timezone } = question;
  const range = rangeOf(question);
  const heldUntil = new Date(range.to.getTime() + LONGEST_HELD_MS);
  const { groupsOf } = await fleetFactsOf(db, { fleetId, plan: planBacktest(question), range });
  return {
    timezone,
    clock: localClockOf(timezone),
    silences: await silencesBetween(db, { fleetId, from: range.from, to: heldUntil }),
    groupsOf,
    ...(await recipientsAt(db, { ...args, groupsOf })),
  };
}

/** Returns the resolver of recipients. It uses the documents of the back-test's question, and drivers as they are stored now. */
async function recipientsAt(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly question: BacktestQuestion;
    readonly drivers: readonly string[];
    readonly groupsOf: AdmissionContext['groupsOf'];
  },
): Promise<Pick<AdmissionContext, 'recipientsAt'>> {
  const { fleetId, question, groupsOf } = args;
  if (!question.recipients) return {};
  const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
    new Map(all.map((each) => [each.id, each]));
  const { routes, rotations, settings } = question.recipients;
  const documents = { routes: byId(routes), rotations: byId(rotations), settings };
  const { tested, published, rivals } = question;
  const needs = needsOf(waysOf([tested, ...(published ? [published] : []), ...rivals]), documents);
  const { drivers } = await driverSources(db, { fleetId, driverIds: needs.record ? args.drivers : [] });
  return {
    recipientsAt: (at, driverId) =>
      resolverOf({
        documents,
        at,
        ...(driverId !== undefined && {
          driver: { groups: groupsOf(driverId), source: drivers.get(driverId) ?? {} },
        }),
      }),
  };
}

/** Returns the range from the start of the first day to the end of the last day, in the question's time zone. */
export function rangeOf({ from, to, timezone }: BacktestQuestion): EndRange {
  return {
    from: firstInstantFrom({ date: from, minutes: 0 }, timezone),
    to: firstInstantFrom({ date: addDays(to, 1), minutes: 0 }, timezone),
  };
}

/**
 * Returns the range of the trips that are evaluated. The range begins earlier if a rule alerts only when it becomes true. The
 * earlier trips then show whether the rule was already true at the beginning.
 */
export function evaluatedRange(args: { readonly plan: BacktestPlan; readonly range: EndRange }): EndRange {
  const { from, to } = args.range;
  const lookback = becomingTrue(args.plan.rules).length > 0 ? RUN_LOOKBACK_MS : 0;
  return { from: new Date(from.getTime() - lookback), to };
}

const DAY_MS = 86_400_000;

/** Groups and scores of the whole fleet that a back-test uses. */
export interface FleetFacts {
  /** Returns the driver's current groups, empty when in none. Returns `undefined` when the fleet's groups were never read. */
  readonly groupsOf: (driverId: string) => readonly string[] | undefined;
  /** Stored scores of the fleet and its groups. The key is `scoreKey`. */
  readonly scores: ReadonlyMap<string, FleetReading>;
}

/** Reads the stored groups and scores of the fleet. The back-test reads them once for all trips. */
export async function fleetFactsOf(
  db: Db,
  args: { readonly fleetId: string; readonly plan: BacktestPlan; readonly range: EndRange },
): Promise<FleetFacts> {
  const { scoreDays } = args.plan.needs;
  const groups = await groupsByDriver(db, args.fleetId);
  const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
  const scores =
    scoreDays === undefined
      ? []
      : await scoresBetween(db, {
          fleetId: args.fleetId,
          from: dateOf(evaluatedRange(args).from.getTime() - (scoreDays + 1) * DAY_MS),
          to: dateOf(args.range.to.getTime() + DAY_MS),
        });
  return {
    groupsOf: (driverId) => groups && (groups.get(driverId) ?? []),
    scores: new Map(
      scores.map(({ group, endDate, reading }) => [
        scoreKey({
          of: group === undefined ? 'fleet' : 'group',
          ...(group !== undefined && { group }),
          endDate,
        }),
        reading,
      ]),
    ),
  };
}
