import { mkdir, mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compile } from './compile.ts';
import { downMs, HELP, readOptions } from './options.ts';
import type { ChaosOptions } from './options.ts';
import { summaryOf, tableOf } from './report.ts';
import type { RunReport } from './report.ts';
import { runChaos } from './run.ts';

const write = (text: string): void => void process.stdout.write(text);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    write(HELP);
    return 0;
  }
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      write('\nStopping: every process is ended first.\n');
      stopped.abort(new Error('stopped'));
    });
  const reports: RunReport[] = [];
  const program = await compile();
  try {
    for (const seed of options.seeds) {
      const report = await runSeed({ ...options, program }, seed, stopped.signal).catch((error: unknown) => {
        if (stopped.signal.aborted) return undefined;
        throw error;
      });
      if (report === undefined || stopped.signal.aborted) return 2;
      reports.push(report);
    }
  } finally {
    await rm(program, { recursive: true, force: true });
  }
  if (reports.length > 1) write(`\n${summaryOf(reports)}\n`);
  return reports.every(({ passed }) => passed) ? 0 : 1;
}

async function runSeed(
  options: ChaosOptions & { readonly program: string },
  seed: number,
  stopped: AbortSignal,
): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), `tripline-chaos-${seed}-`));
  // PostgreSQL runs as another user if this process runs as root.
  await chmod(folder, 0o755);
  const withinMs = options.withinMs;
  try {
    const report = await runChaos({
      ...options,
      seed,
      folder,
      write,
      downMs: downMs(options.trips),
      again: againOf(options, seed),
      // The longest wait for a retry is five minutes.
      drainWithinMs: Math.max(10 * 60_000, withinMs / 3),
      signal: AbortSignal.any([stopped, AbortSignal.timeout(withinMs)]),
    });
    const path = options.report ?? join('.tripline', 'chaos', `seed-${seed}.json`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
    write(`\n${tableOf(report)}\nReport: ${path}${options.keep ? `; folder: ${folder}` : ''}\n`);
    return report;
  } finally {
    if (!options.keep) await rm(folder, { recursive: true, force: true });
  }
}

function againOf(options: ChaosOptions, seed: number): string {
  const { trips, ratePerSecond, faultEveryMs, tripsPerSecond, without } = options;
  const flags = [
    `--seed ${seed} --trips ${trips} --rate ${ratePerSecond} --faults-every ${faultEveryMs / 1000}`,
    ...(tripsPerSecond === undefined ? [] : [`--start-rate ${tripsPerSecond}`]),
    ...(without === undefined ? [] : [`--without ${without}`]),
  ];
  return `npm run chaos -- ${flags.join(' ')}`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `chaos: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(2);
  },
);
