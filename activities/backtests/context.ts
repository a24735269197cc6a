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

/** The longest window of a batch in days, plus one for a change of the clock. */
const LONGEST_BATCH_DAYS = 8;
/** Time after the range in which silences still apply to alerts held in it, because no alert is held longer. */
const LONGEST_HELD_MS = (LONGEST_BATCH_DAYS + MOST_IN_A_ROW + 1) * 86_400_000;

/** Reads the context of a back-test's alerts, such as silences that were active when its trips or their quiet hours ended. */
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

/** Returns the resolver of recipients, by the documents of the question, for drivers as they are stored now. */
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

/** Returns the range from the start of the first day to the end of the last, on the fleet's calendar. */
export function rangeOf({ from, to, timezone }: BacktestQuestion): EndRange {
  return {
    from: firstInstantFrom({ date: from, minutes: 0 }, timezone),
    to: firstInstantFrom({ date: addDays(to, 1), minutes: 0 }, timezone),
  };
}

/**
 * Returns the range of the trips that are evaluated. For rules that alert when they become true it begins earlier, because
 * earlier trips show which runs are under way at the beginning.
 */
export function evaluatedRange(args: { readonly plan: BacktestPlan; readonly range: EndRange }): EndRange {
  const { from, to } = args.range;
  const lookback = becomingTrue(args.plan.rules).length > 0 ? RUN_LOOKBACK_MS : 0;
  return { from: new Date(from.getTime() - lookback), to };
}

const DAY_MS = 86_400_000;

/** Facts of the whole fleet for a back-test. */
export interface FleetFacts {
  /** Returns the driver's current groups, empty when in none; `undefined` when the fleet's groups were never read. */
  readonly groupsOf: (driverId: string) => readonly string[] | undefined;
  /** Stored scores of the fleet and its groups by `scoreKey`. */
  readonly scores: ReadonlyMap<string, FleetReading>;
}

/** Reads the stored groups and scores of the fleet, once for all trips. */
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
