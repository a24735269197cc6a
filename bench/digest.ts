import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { sql } from 'kysely';
import { openDatabase } from '../store/db/index.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { startSmtpStandIn } from '../test/support/stand-ins/smtp.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { QUIET, alternating, measuredAlone, ratios, report } from './measure.ts';
import { machine } from './report.ts';

/**
 * A weekly digest of fleets of 10,000 and 100,000 drivers, from the first page to the mail that was taken, served by the simulator in a process of its own, against a bare
 * paging loop over the same pages in the same run, alternating. Each measurement has a process of its own.
 * Aims: at most 4 times the loop's time, at most 150 MB above its peak memory, each payload under 256 kB, under 200 events.
 */
const SIZES = (process.env['SIZES'] ?? '10000,100000').split(',').map(Number);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const TSX = ['--import', 'tsx'];

interface Measured {
  readonly seconds: number;
  /** Before the first call: Node, its packages and, of a digest, a Temporal worker. */
  readonly idleMb: number;
  readonly peakMb: number;
  readonly found: { readonly events?: number; readonly largestPayload?: number };
}

const folder = await mkdtemp(join(tmpdir(), 'tripline-bench-'));
const bundlePath = join(folder, 'workflow.js');
const bundle = await bundleWorkflowCode({ workflowsPath: here('../workflows/index.ts'), logger: QUIET });
await writeFile(bundlePath, bundle.code);
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const smtp = await startSmtpStandIn();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url);

async function startSimulator(drivers: number): Promise<{ child: ChildProcess; url: string }> {
  const flags = ['--port', '0', '--api-key', 'bench-key', '--drivers', String(drivers), '--drawn-figures'];
  const still = ['--trips-per-minute', '0', '--start-at', '2026-06-10T12:00:00Z'];
  const args = [...TSX, here('../simulator/main.ts'), ...flags, ...still];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /ready at (\S+)/.exec(first.toString())?.[1];
  if (url === undefined) throw new Error(`the simulator said: ${first.toString()}`);
  // Who is active is worked out once a range; the first measurement is not to pay for all.
  for (const week of [
    'start_date=2026-06-01&end_date=2026-06-07',
    'start_date=2026-05-25&end_date=2026-05-31',
  ])
    await (await fetch(`${url}/v3/drivers?${week}&offset=${drivers}&limit=1&apikey=bench-key`)).arrayBuffer();
  return { child, url };
}

async function measure(mode: 'loop' | 'digest', url: string, drivers: number): Promise<Measured> {
  const fleet = `bench-${drivers}`;
  const runId = mode === 'digest' ? await makeRun(fleet) : '';
  return measuredAlone<Measured>(['./digestOnce.ts', mode, fleet, runId], {
    environment: {
      DATABASE_URL: made.url,
      TEMPORAL_ADDRESS: temporal.address,
      ANALYTICS_BASE_URL: url,
      WORKFLOW_BUNDLE: bundlePath,
      SMTP_URL: smtp.url,
    },
  });
}

async function makeRun(fleet: string): Promise<string> {
  const document = {
    id: 'bench',
    name: 'Bench',
    period: 'week',
    to: ['lead@example.com'],
    driver_name: '$.name',
    send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
  };
  const { rows } = await sql<{ id: string }>`
    insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to,
      origin, document, state, created_at)
    values (${fleet}, 'bench', 1, 'week', '2026-06-01', '2026-06-07', '2026-05-25', '2026-05-31', 'on_demand',
      ${JSON.stringify(document)}::jsonb, 'gathering', now()) returning id`.execute(database.db);
  return rows[0]!.id;
}

process.stdout.write(`On ${machine()}\n`);
try {
  for (const drivers of SIZES) {
    const simulator = await startSimulator(drivers);
    try {
      const { loops, digests } = await alternating(
        { rounds: ROUNDS },
        {
          loops: () => measure('loop', simulator.url, drivers),
          digests: () => measure('digest', simulator.url, drivers),
        },
      );
      if (smtp.mails.length !== ROUNDS)
        throw new Error(`${smtp.mails.length} mails came in ${ROUNDS} rounds`);
      smtp.mails.length = 0;
      const each = (of: 'seconds' | 'peakMb' | 'idleMb', list: readonly Measured[]): number[] =>
        list.map((one) => one[of]);
      const above = (of: 'peakMb' | 'idleMb'): number[] =>
        digests.map((one, round) => one[of] - loops[round]![of]);
      const found = (of: 'events' | 'largestPayload'): number[] =>
        digests.map((one) => one.found[of] ?? Number.NaN);
      report(`${drivers.toLocaleString('en')} drivers: ${JSON.stringify(digests[0]!.found)}`, [
        ['bare paging loop over both ranges', each('seconds', loops), 's'],
        ['digest made and sent, table attached', each('seconds', digests), 's'],
        ['ratio (aim: at most 4)', ratios(each('seconds', digests), each('seconds', loops)), 'times'],
        ['peak memory of the loop', each('peakMb', loops), 'MB'],
        ['peak memory of the digest', each('peakMb', digests), 'MB'],
        ['above the loop (aim: at most 150)', above('peakMb'), 'MB'],
        ['  of it there before the first call', above('idleMb'), 'MB'],
        ['largest payload (aim: under 256,000)', found('largestPayload'), 'bytes'],
        ['history events (aim: under 200)', found('events'), 'events'],
      ]);
    } finally {
      simulator.child.kill();
      await once(simulator.child, 'close');
    }
  }
} finally {
  await database.close();
  await made.drop();
  await Promise.all([temporal.stop(), postgres.stop(), smtp.close()]);
  await rm(folder, { recursive: true, force: true });
}
