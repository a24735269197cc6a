import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../store/db/index.ts';
import type { Database } from '../store/db/index.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
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
 * Reports the milliseconds of requests alone and beside a load, by round, each at the median and the 99th percentile.
 *
 * @param heading.aim what the ratio at the 99th percentile should be
 */
export function reportBeside(
  { load, aim }: { readonly load: string; readonly aim: string },
  { alone, beside }: Readonly<Record<'alone' | 'beside', readonly (readonly number[])[]>>,
): void {
  const at = (share: number, rounds: readonly (readonly number[])[]): number[] =>
    rounds.map((times) => quantile(times, share));
  const ratio = (share: number): number[] => ratios(at(share, beside), at(share, alone));
  report(load, [
    ['alone, p50', at(0.5, alone), 'ms'],
    ['alone, p99', at(0.99, alone), 'ms'],
    ['beside it, p50', at(0.5, beside), 'ms'],
    ['beside it, p99', at(0.99, beside), 'ms'],
    ['ratio at p50', ratio(0.5), 'times'],
    [`ratio at p99 (aim: ${aim})`, ratio(0.99), 'times'],
  ]);
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

/** Runs a script of this folder in a process of its own, so that its memory is its own. @returns the JSON of its last line */
export async function measuredAlone<T>(
  [script, ...args]: readonly [script: string, ...args: string[]],
  options: { readonly environment: Readonly<Record<string, string>>; readonly flags?: readonly string[] },
): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...(options.flags ?? []), '--import', 'tsx', path, ...args], {
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${status}`);
  return JSON.parse(text.trim().split('\n').at(-1)!) as T;
}

/** A PostgreSQL of the benchmark's own, with a database. */
export interface BenchDatabase {
  readonly database: Database;
  readonly url: string;
  readonly postgresUrl: string;
}

/** Works with a PostgreSQL of its own, which it removes afterwards. */
export async function withDatabase(work: (made: BenchDatabase) => Promise<void>): Promise<void> {
  const postgres = await startTestPostgres();
  const made = await createTestDatabase(postgres.url);
  const database = openDatabase(made.url, { statementTimeoutMs: 300_000 });
  try {
    await work({ database, url: made.url, postgresUrl: postgres.url });
  } finally {
    await database.close();
    await made.drop();
    await postgres.stop();
  }
}

const nothing = (): void => undefined;

/** The logger of Temporal's bundler, which writes nothing. */
export const QUIET = {
  log: nothing,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
