import { sql } from 'kysely';
import type { Database } from '../store/db/index.ts';
import { startSmtpStandIn } from '../test/support/stand-ins/smtp.ts';
import { workflowBundlePath } from '../test/support/temporal/workflowBundles.ts';
import { alternating, measuredAlone, ratios, report, script } from './measure.ts';
import type { Alone } from './once.ts';
import { run } from './run.ts';
import type { Bench } from './run.ts';

/**
 * A weekly digest of fleets of 10,000 and 100,000 drivers, from the first page to the mail that was taken, served by the simulator in a
 * process of its own, against a bare paging loop over the same pages in the same run, alternating. Each has a process of its own.
 * Aims: at most 4 times the loop's time, at most 150 MB above its peak memory, each payload under 256 kB, under 200 events.
 */
const SIZES = (process.env['SIZES'] ?? '10000,100000').split(',').map(Number);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const API_KEY = 'bench-key';
const WEEKS = ['start_date=2026-06-01&end_date=2026-06-07', 'start_date=2026-05-25&end_date=2026-05-31'];

type Measured = Alone<{ readonly events?: number; readonly largestPayload?: number }>;

/** Starts the simulator, which then knows the active drivers of both weeks, so that the first measurement does not pay for all. */
async function startSimulator(
  bench: Bench,
  drivers: number,
): Promise<{ url: string; stop(): Promise<unknown> }> {
  const flags = ['--port', '0', '--api-key', API_KEY, '--drivers', String(drivers), '--drawn-figures'];
  const still = ['--trips-per-minute', '0', '--start-at', '2026-06-10T12:00:00Z'];
  const ready = 'ready at ';
  const simulator = await bench.start([...script('../simulator/main.ts'), ...flags, ...still], {
    environment: {},
    ready,
  });
  const url = /ready at (\S+)/.exec(simulator.output())![1]!;
  for (const week of WEEKS)
    await (
      await fetch(`${url}/v3/drivers?${week}&offset=${drivers}&limit=1&apikey=${API_KEY}`)
    ).arrayBuffer();
  return { url, stop: () => simulator.stop() };
}

async function makeRun({ db }: Database, fleet: string): Promise<string> {
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
      ${JSON.stringify(document)}::jsonb, 'gathering', now()) returning id`.execute(db);
  return rows[0]!.id;
}

await run(async (bench) => {
  const { postgresUrl, temporalAddress } = await bench.servers();
  const { database, url: databaseUrl } = await bench.database(postgresUrl);
  const smtp = await startSmtpStandIn();
  bench.endWith(() => smtp.close());
  const bundle = await workflowBundlePath('workflow-bundle.js', await bench.folder());
  for (const drivers of SIZES) {
    const fleet = `bench-${drivers}`;
    const simulator = await startSimulator(bench, drivers);
    const environment = {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      ANALYTICS_BASE_URL: simulator.url,
      WORKFLOW_BUNDLE: bundle,
      SMTP_URL: smtp.url,
    };
    const { loops, digests } = await alternating(
      { rounds: ROUNDS },
      {
        loops: () => measuredAlone<Measured>(['./digestOnce.ts', 'loop', fleet], { environment }),
        digests: async () => {
          const runId = await makeRun(database, fleet);
          return measuredAlone<Measured>(['./digestOnce.ts', 'digest', fleet, runId], { environment });
        },
      },
    );
    await simulator.stop();
    if (smtp.mails.length !== ROUNDS) throw new Error(`${smtp.mails.length} mails came in ${ROUNDS} rounds`);
    smtp.mails.length = 0;
    const each = (of: 'seconds' | 'peakMb', list: readonly Measured[]): number[] =>
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
  }
});
