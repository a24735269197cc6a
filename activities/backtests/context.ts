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

/** The longest window of a batch, in days, and one more for a change of the clock. */
const LONGEST_BATCH_DAYS = 8;
/** Silences that begin so long after the range may still leave out what was held in it: nothing is held longer. */
const LONGEST_HELD_MS = (LONGEST_BATCH_DAYS + MOST_IN_A_ROW + 1) * 86_400_000;

/** What surrounds a back-test's alerts: the silences that were active when its trips ended, or when their quiet hours did. */
export async function contextOf(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly question: BacktestQuestion;
    /** Drivers with a match. */
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

/** How recipients are resolved: by the documents of the question, for drivers as they are stored now. */
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
        ...{ documents, at },
        ...(driverId !== undefined && {
          driver: { groups: groupsOf(driverId), source: drivers.get(driverId) ?? {} },
        }),
      }),
  };
}

/** From the first instant of the first day to the last of the last, on the fleet's calendar. */
export function rangeOf({ from, to, timezone }: BacktestQuestion): EndRange {
  return {
    from: firstInstantFrom({ date: from, minutes: 0 }, timezone),
    to: firstInstantFrom({ date: addDays(to, 1), minutes: 0 }, timezone),
  };
}

/**
 * The trips that are evaluated: those of the range, and before it the ones that show which runs of a rule that alerts when it
 * becomes true go on at its beginning.
 */
export function evaluatedRange(args: { readonly plan: BacktestPlan; readonly range: EndRange }): EndRange {
  const { from, to } = args.range;
  const lookback = becomingTrue(args.plan.rules).length > 0 ? RUN_LOOKBACK_MS : 0;
  return { from: new Date(from.getTime() - lookback), to };
}

const DAY_MS = 86_400_000;

/** What a back-test knows of the whole fleet. */
export interface FleetFacts {
  /** The driver's groups as they are now, empty when in none; undefined when the fleet's were never read. */
  readonly groupsOf: (driverId: string) => readonly string[] | undefined;
  /** Stored scores of the fleet and its groups by `scoreKey`. */
  readonly scores: ReadonlyMap<string, FleetReading>;
}

/** Reads what of the fleet's groups and scores is stored, once for all trips. */
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
