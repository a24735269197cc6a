import { scoreKey } from '../../rules/facts/index.ts';
import type { BacktestPlan } from '../../rules/backtest/index.ts';
import type { FleetReading } from '../../rules/vocabulary/index.ts';
import { groupsByDriver, scoresBetween } from '../../store/backtests/index.ts';
import type { EndRange } from '../../store/backtests/index.ts';
import type { Db } from '../../store/db/index.ts';

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
          from: dateOf(args.range.from.getTime() - (scoreDays + 1) * DAY_MS),
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
