import { parseArgs } from 'node:util';
import type { Without } from './stack.ts';

export const HELP = `Proves what Tripline promises: many processes, many faults, and an oracle that counts what people were told.

  npm run chaos -- [flags]

  --seed N           trips, faults and the sender's whims follow from it (1)
  --seeds A-B        these one after another, with a summary, instead of --seed
  --trips M          trips of a run (200)
  --rate R           trips a second, as long as the servers keep up (10)
  --faults-every S   mean seconds between the beginnings of two faults (2.5; 5 from 5,000 trips on)
  --start-rate N     trips a second that each server lets begin; what is beyond waits in Temporal (off)
  --without WHAT     take the ledger, or the claim before sending, out of the workers: the run has to fail
  --minutes N        the most that one run may take (by trips and rate)
  --report FILE      the report as JSON (.tripline/chaos/seed-N.json)
  --keep             keep the run's folder: journals, logs, databases

Exit code 0: every run passed; 1: one did not; 2: it could not run.
`;

/** Options from the command line. */
export interface ChaosOptions {
  readonly seeds: readonly number[];
  readonly trips: number;
  readonly ratePerSecond: number;
  readonly faultEveryMs: number;
  /** Trips a second that each server starts; absent: no limit. */
  readonly tripsPerSecond?: number;
  readonly without?: Without;
  readonly withinMs: number;
  readonly report?: string;
  readonly keep: boolean;
}

/** Number of trips from which a run is long: its outages last minutes, and its faults are further apart. */
const LONG_FROM = 5_000;

/** Returns the least and the most milliseconds that one outage lasts. */
export function downMs(trips: number): readonly [number, number] {
  return trips >= LONG_FROM ? [60_000, 150_000] : [5_000, 9_000];
}

/** @throws TypeError or RangeError that names the wrong flag */
export function readOptions(argv: readonly string[]): ChaosOptions | 'help' {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: text,
      seeds: text,
      trips: text,
      rate: text,
      'faults-every': text,
      without: text,
      'start-rate': text,
      minutes: text,
      report: text,
      keep: flag,
      help: flag,
    },
  });
  if (values.help) return 'help';
  const number = (
    name: 'seed' | 'trips' | 'rate' | 'faults-every' | 'minutes' | 'start-rate',
    otherwise: number,
  ): number => {
    const given = values[name];
    if (given === undefined) return otherwise;
    if (!/^\d+(\.\d+)?$/.test(given) || Number(given) <= 0)
      throw new RangeError(`--${name} "${given}" is no number above 0.`);
    return Number(given);
  };
  const trips = Math.floor(number('trips', 200));
  const ratePerSecond = number('rate', 10);
  const { without } = values;
  if (without !== undefined && without !== 'ledger' && without !== 'claim')
    throw new RangeError(`--without "${without}" is neither ledger nor claim.`);
  const minutes = number('minutes', 25 + (trips / ratePerSecond / 60) * 4);
  return {
    seeds: values.seeds === undefined ? [number('seed', 1)] : range(values.seeds),
    trips,
    ratePerSecond,
    withinMs: Math.round(minutes * 60_000),
    keep: values.keep === true,
    faultEveryMs: number('faults-every', trips >= LONG_FROM ? 5 : 2.5) * 1_000,
    ...(values['start-rate'] !== undefined && { tripsPerSecond: number('start-rate', 0) }),
    ...(without !== undefined && { without }),
    ...(values.report !== undefined && { report: values.report }),
  };
}

function range(text: string): number[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (first === undefined || last === undefined || Number(first) > Number(last))
    throw new RangeError(`--seeds "${text}" is no range such as 1-20.`);
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_each, index) => Number(first) + index);
}
