import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startNode } from '../test/support/servers/nodeProcess.ts';
import { line, quantile } from './report.ts';

/** A figure's name, its values by round, and their unit. */
export type Figure = readonly [name: string, values: readonly number[], unit: string];

/** The sides of a comparison by name, each of which measures once. */
type Sides<S extends string, T> = Readonly<Record<S, () => T | Promise<T>>>;

/**
 * Measures every side once a round, in turn, so that what slows the machine slows each of them. Writes its progress to a terminal.
 *
 * @returns the results by side and round, without those of `warmUp` rounds before
 */
export async function alternating<S extends string, T>(
  { rounds, warmUp = 0 }: { readonly rounds: number; readonly warmUp?: number },
  sides: Sides<S, T>,
): Promise<Record<S, T[]>> {
  const names = Object.keys(sides) as S[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<S, T[]>;
  for (let round = -warmUp; round < rounds; round += 1)
    for (const name of names) {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[Kround ${round + 1} of ${rounds}: ${name}\r`);
      const result = await sides[name]();
      if (round >= 0) results[name].push(result);
    }
  if (process.stderr.isTTY) process.stderr.write('\u001b[K');
  return results;
}

/** The ratio of two sides in each round. */
export const ratios = (over: readonly number[], under: readonly number[]): number[] =>
  over.map((each, round) => each / under[round]!);

/** Writes a heading and its figures, each on a line. */
export function report(heading: string, figures: readonly Figure[]): void {
  const lines = figures.map(([name, values, unit]) => line(name, values, unit));
  process.stdout.write(`\n${[heading, ...lines].join('\n')}\n`);
}

/**
 * Measures the milliseconds of requests alone and beside each load, alternating, and reports them at the median and the 99th
 * percentile. `ROUNDS` is the number of rounds (3); `ONLY` selects the loads that contain one of its words.
 *
 * @param args.loads by name, the same requests beside the load
 * @param args.aim what the ratio at the 99th percentile should be
 * @param args.notes lines on the last load, which are printed and removed
 */
export async function besideLoads(args: {
  readonly loads: Readonly<Record<string, () => Promise<number[]>>>;
  readonly alone: () => Promise<number[]>;
  readonly aim: string;
  readonly notes: string[];
}): Promise<void> {
  const rounds = Number(process.env['ROUNDS'] ?? 3);
  const only = process.env['ONLY']?.split(',');
  for (const [load, loaded] of Object.entries(args.loads)) {
    if (only && !only.some((word) => load.includes(word))) continue;
    const { alone, beside } = await alternating({ rounds }, { alone: args.alone, beside: loaded });
    const at = (share: number, each: readonly (readonly number[])[]): number[] =>
      each.map((times) => quantile(times, share));
    const ratio = (share: number): number[] => ratios(at(share, beside), at(share, alone));
    report(load, [
      ['alone, p50', at(0.5, alone), 'ms'],
      ['alone, p99', at(0.99, alone), 'ms'],
      ['beside it, p50', at(0.5, beside), 'ms'],
      ['beside it, p99', at(0.99, beside), 'ms'],
      ['ratio at p50', ratio(0.5), 'times'],
      [`ratio at p99 (aim: ${args.aim})`, ratio(0.99), 'times'],
    ]);
    process.stdout.write(`${args.notes.splice(0).join('\n')}\n`);
  }
}

/** Begins work so many times at a constant rate, however long each takes. @returns how many of them were refused or failed */
export async function steadily(
  { count, aSecond }: { readonly count: number; readonly aSecond: number },
  isTaken: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  const works: Promise<boolean>[] = [];
  for (let index = 0; index < count; index += 1) {
    works.push(isTaken().catch(() => false));
    await pause(Math.max(0, began + ((index + 1) * 1000) / aSecond - performance.now()));
  }
  return (await Promise.all(works)).filter((taken) => !taken).length;
}

/** Returns the milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Does work so many times, a number of them at once. */
export async function inParallel(
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** Arguments with which Node runs a script of this folder. */
export const script = (path: string): string[] => [
  '--import',
  'tsx',
  fileURLToPath(new URL(path, import.meta.url)),
];

/** Runs a script of this folder in a process of its own, so that its memory is its own. @returns the JSON of its last line */
export async function measuredAlone<T>(
  [file, ...args]: readonly [file: string, ...args: string[]],
  options: { readonly environment: Readonly<Record<string, string>>; readonly flags?: readonly string[] },
): Promise<T> {
  const child = startNode([...(options.flags ?? []), ...script(file), ...args], {
    environment: { ...(process.env as Record<string, string>), ...options.environment },
  });
  if ((await child.ended) !== 0) throw new Error(`${file} ${args.join(' ')} failed: ${child.output()}`);
  return JSON.parse(child.answer().trim().split('\n').at(-1)!) as T;
}
