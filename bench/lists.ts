import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TOKENS, startServerInTest } from '../test/support/servers/server.ts';
import type { ServerInTest } from '../test/support/servers/server.ts';
import { seedLists } from './lists/seed.ts';
import { timed } from './measure.ts';
import { quantile } from './report.ts';
import { run } from './run.ts';

/**
 * Measures each list of the API in a large fleet, each with its filters, common and rare values, and a page far behind:
 * `DRIVERS` (10,000), `RULES` (1,000), `TRIPS` (1,000,000; one in ten with an alert), `SAMPLES` (20) requests of each, one after
 * the other, over a real socket, and the distribution of some facts with it. `ONLY` selects the paths that contain it. Aim: at
 * most 300 ms at the 95th percentile on two cores.
 */
const sizes = {
  drivers: Number(process.env['DRIVERS'] ?? 10_000),
  rules: Number(process.env['RULES'] ?? 1_000),
  trips: Number(process.env['TRIPS'] ?? 1_000_000),
};
const SAMPLES = Number(process.env['SAMPLES'] ?? 20);
const ONLY = process.env['ONLY'] ?? '';
const AIM_MS = 300;
const FLEET = 'north';
/** Pages that are passed before a far one is measured. */
const FAR = 20;
const DAY_MS = 86_400_000;

const dateAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const oneDay = (days: number): string => `from=${dateAgo(days)}&to=${dateAgo(days - 1)}`;

/** Every list with its filters; `…` stands for a page far behind the first. */
const PATHS: readonly string[] = [
  '/trips',
  '/trips…',
  '/trips?driver_id=driver-000042',
  '/trips?state=parked',
  '/trips?state=gone',
  `/trips?${oneDay(1)}`,
  `/trips?${oneDay(80)}`,
  `/trips?driver_id=driver-000042&${oneDay(80)}`,
  '/alerts',
  '/alerts…',
  '/alerts?driver_id=driver-000070',
  '/alerts?rule=rule-7',
  '/alerts?rule=none',
  '/alerts?severity=critical',
  '/alerts?state=held',
  '/alerts?state=held&severity=critical',
  `/alerts?${oneDay(1)}`,
  `/alerts?${oneDay(80)}`,
  `/alerts?rule=rule-7&${oneDay(80)}`,
  '/incidents',
  '/incidents…',
  '/incidents?state=open',
  '/incidents?driver_id=driver-000050',
  '/incidents?rule=rule-7',
  '/incidents?policy=policy-1',
  '/incidents?policy=none',
  `/incidents?${oneDay(80)}`,
  '/deliveries',
  '/deliveries…',
  '/deliveries?state=failed',
  '/deliveries?state=unconfirmed',
  '/deliveries?driver_id=driver-000070',
  '/deliveries?rule=rule-7',
  '/deliveries?rule=none',
  '/drivers',
  '/drivers…',
  '/drivers?search=driver-0099',
  '/drivers?search=meyer%2099',
  '/drivers?search=nobody',
  '/drivers?group=group-7',
  '/drivers?group=none',
  '/groups',
  '/rules',
  '/rules…',
  '/audit',
  '/audit…',
  '/audit?action=rule.published',
  '/audit?action=none',
  '/audit?who=ann',
  '/audit?who=none',
  '/audit?subject_type=rule&subject_id=rule-1',
  '/audit?subject_type=rule',
  `/audit?${oneDay(80)}`,
  '/notifications',
  '/notifications…',
  '/notifications?driver_id=driver-000042',
  '/notifications?type=OTHER',
  '/silences',
  '/deletions',
  '/alarms',
  '/setup',
  '/on-call',
  '/statistics/alerts',
  '/statistics/deliveries',
  `/statistics/alerts?rule=rule-7&from=${dateAgo(360)}`,
  '/statistics/answers',
  '/statistics/dispositions',
];

/** Facts whose distribution is measured too, each by a token of its own, because a token's requests a minute are limited. */
const FACTS = [
  { token: TOKENS.viewer, body: { fact: 'trip.max_speed_kmph' } },
  ...['7d', '30d'].map((window, index) => ({
    token: [TOKENS.editor, TOKENS.admin][index]!,
    body: { fact: 'driver.events.count', params: { type: 'HARD_BRAKE', window } },
  })),
];

await run(async (bench) => {
  const { database } = await bench.database();
  const server = await startServerInTest(database);
  bench.endWith(() => server.close());
  const seeding = await timed(() => seedLists(database.db, FLEET, sizes));
  process.stdout.write(
    `${sizes.drivers} drivers, ${sizes.rules} rules, ${sizes.trips} trips, made in ${Math.round(seeding / 1000)} s\n`,
  );
  row('GET', ['median', 'p95']);
  for (const path of PATHS.filter((each) => each.includes(ONLY))) await measure(server, path);
  row('POST /facts/distribution', ['median', 'p95', 'event loop']);
  for (const fact of FACTS) await measureFact(server, fact);
});

async function measure(of: ServerInTest, path: string): Promise<void> {
  const asked = path.endsWith('…') ? await farPage(of, path.slice(0, -1)) : path;
  const figures: number[] = [];
  // The first one is not counted: it may read from the disk what the seeding has left there.
  for (let index = -1; index < SAMPLES; index += 1) {
    const began = performance.now();
    const { status, json } = await of.api('GET', asked, { token: TOKENS.viewer });
    if (status !== 200) throw new Error(`${asked}: ${status} ${JSON.stringify(json)}`);
    if (index >= 0) figures.push(performance.now() - began);
  }
  const p95 = quantile(figures, 0.95);
  const isSlow = p95 > AIM_MS;
  if (isSlow) process.exitCode = 1;
  row(path, [quantile(figures, 0.5).toFixed(1), `${p95.toFixed(1)}${isSlow ? ' !' : ''}`]);
}

/** Measures the time of a distribution, and the longest time for which it blocked the process. */
async function measureFact(of: ServerInTest, { token, body }: (typeof FACTS)[number]): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const figures: number[] = [];
  delay.enable();
  for (let index = 0; index < SAMPLES; index += 1) {
    const began = performance.now();
    const { status, json } = await of.api('POST', '/facts/distribution', { token, body });
    if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${status} ${JSON.stringify(json)}`);
    figures.push(performance.now() - began);
  }
  delay.disable();
  const held = `${(delay.max / 1e6).toFixed(1)} ms`;
  row(`  ${JSON.stringify(body)}`, [
    quantile(figures, 0.5).toFixed(1),
    quantile(figures, 0.95).toFixed(1),
    held,
  ]);
}

async function farPage(of: ServerInTest, path: string): Promise<string> {
  let asked = path;
  for (let page = 0; page < FAR; page += 1) {
    const { json } = await of.api('GET', asked, { token: TOKENS.viewer });
    if (typeof json['next_cursor'] !== 'string') return asked;
    asked = `${path}?cursor=${encodeURIComponent(json['next_cursor'])}`;
  }
  return asked;
}

function row(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(64)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);
}
