import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../support/store/postgres.ts';
import { quietRuntime } from '../support/temporal/runtime.ts';
import { startTestTemporal } from '../support/temporal/server.ts';
import { HOUR_MS } from './plan.ts';
import { textOf } from './report.ts';
import { runMonth } from './run.ts';

const HELP = `A month of outages of one to 30 hours, in some minutes: after each, coverage is complete without help.

  npm run outages -- [flags]

  --seed N        trips, outages and what is lost follow from it (1)
  --days D        (30)
  --drivers N     (10)
  --without WHAT  without reconciliation, or without overlap of its runs: the run must fail

Exit code 0: passed; 1: not; 2: it could not run.
`;

const write = (text: string): void => void process.stdout.write(text);

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { seed: text, days: text, drivers: text, without: text, help: { type: 'boolean' } },
  });
  if (values.help) {
    write(HELP);
    return 0;
  }
  const number = (name: 'seed' | 'days' | 'drivers', otherwise: number): number => {
    const given = Number(values[name] ?? otherwise);
    if (!Number.isInteger(given) || given < 1)
      throw new RangeError(`--${name} is not a whole number from 1 up.`);
    return given;
  };
  const { without } = values;
  if (without !== undefined && without !== 'reconciliation' && without !== 'overlap')
    throw new RangeError(`--without "${without}" is neither reconciliation nor overlap.`);
  const [seed, days, drivers] = [number('seed', 1), number('days', 30), number('drivers', 10)];
  quietRuntime();
  const [postgres, temporal] = await Promise.all([startTestPostgres(), startTestTemporal()]);
  try {
    const report = await runMonth({
      seed,
      days,
      drivers,
      reconcileEveryMs: HOUR_MS,
      calmHours: [6, 36],
      startMs: Date.parse('2026-03-02T00:00:00Z'),
      servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
      ...(without && { without }),
      write: (line) => write(`${line}\n`),
    });
    const folder = join('.tripline', 'outages');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `seed-${seed}${without ? `-without-${without}` : ''}.json`);
    await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
    write(`\n${textOf(report)}\nReport: ${path}\n`);
    return report.passed ? 0 : 1;
  } finally {
    await Promise.all([postgres.stop(), temporal.stop()]);
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `outages: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(2);
  },
);
