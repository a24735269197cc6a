import { measuredAlone } from './measure.ts';
import { goalsOf } from './noise/goals.ts';
import type { NoiseFigures, RuleFigures } from './noise/measure.ts';
import { quantile } from './report.ts';
import { run } from './run.ts';

/**
 * Counts the messages of the starter set: a fleet of 200 drivers over 28 days, after a week of warm-up and 23 days of history,
 * for three seeds, each in a process of its own (`SEEDS=1,2,3`; `DRIVERS` and `DAYS` for a short run). Goals (`noise/goals.ts`):
 * at most 5 messages for a recipient and day at the 90th percentile, without collisions; each collision sent at once, and the
 * start of each run of matches in a message within 24 hours. They are counts, not timings: it ends with 1 when one of them is
 * missed.
 *
 * The fleet is simulated (`noise/fleet.ts`); rules, normaliser, facts, evaluation and admission are Tripline's own, used as a
 * back-test uses them: in memory, each trip decided when it ends (`noise/replay.ts`).
 *
 * `LIVE=1` runs the same trips through all live parts: PostgreSQL, the activities from the reading of a trip to the confirmed
 * delivery, with the ledger, rate limits, releases, incidents, deletion requests and late uploads (`noise/live.ts`). Then only
 * the service, Slack, the mail server and Temporal with its clock are simulated. It takes about fifty times as long, and shows
 * with few drivers that the replay's counts equal the sent messages.
 */
const SEEDS = (process.env['SEEDS'] ?? '1,2,3').split(',').map(Number);
const LIVE = process.env['LIVE'] === '1';

/** Measures a seed's fleet by replay, or live on a database of its own. */
const figuresOf = (seed: number, ...databaseUrl: string[]): Promise<NoiseFigures> =>
  measuredAlone<NoiseFigures>(['./noise/seed.ts', String(seed), ...databaseUrl], { environment: {} });

function print(name: string, all: readonly NoiseFigures[]): void {
  const sum = (of: (each: NoiseFigures) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  const trips = sum((each) => each.trips);
  const rules = totals(all);
  const total = (of: keyof RuleFigures): number =>
    [...rules.values()].reduce((count, each) => count + each[of], 0);
  const recipients = Object.keys(all[0]?.days ?? {});
  const daysOf = (recipient: string): number[] => all.flatMap((each) => each.days[recipient] ?? []);
  process.stdout.write(
    `\n${name}: ${trips.toLocaleString('en')} trips, ${((total('alerts') / trips) * 100).toFixed(1)} alerts for 100 trips\n`,
  );
  row('messages a day', ['median', '90th', 'highest']);
  for (const recipient of recipients) row(`  ${recipient}`, spread(daysOf(recipient)));
  row('  all recipients', spread(recipients.flatMap(daysOf)));
  row('rule', ['matches', 'alerts', 'messages', 'share', 'runs', 'in 24 h']);
  for (const [rule, each] of [...rules].sort(([, one], [, other]) => other.messages - one.messages))
    row(`  ${rule}`, ruleCells(each, total('messages')));
  const collisions = sum((each) => each.collisions.trips);
  process.stdout.write(`collisions: ${collisions}, sent at once ${sum((each) => each.collisions.atOnce)}\n`);
}

function ruleCells(each: RuleFigures, messages: number): string[] {
  const share = messages === 0 ? 0 : (each.messages / messages) * 100;
  const sent = each.runStarts === 0 ? '–' : `${((each.sentWithinADay / each.runStarts) * 100).toFixed(1)} %`;
  return [
    ...[each.matches, each.alerts, each.messages].map(String),
    `${share.toFixed(1)} %`,
    String(each.runStarts),
    sent,
  ];
}

function spread(days: readonly number[]): string[] {
  return [quantile(days, 0.5), quantile(days, 0.9), Math.max(...days)].map(String);
}

function row(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}\n`);
}

function totals(all: readonly NoiseFigures[]): ReadonlyMap<string, RuleFigures> {
  const found = new Map<string, RuleFigures>();
  for (const { rules } of all)
    for (const [rule, each] of Object.entries(rules)) {
      const before = found.get(rule);
      found.set(rule, before ? added(before, each) : each);
    }
  return found;
}

function added(one: RuleFigures, other: RuleFigures): RuleFigures {
  return {
    matches: one.matches + other.matches,
    alerts: one.alerts + other.alerts,
    messages: one.messages + other.messages,
    runStarts: one.runStarts + other.runStarts,
    sentWithinADay: one.sentWithinADay + other.sentWithinADay,
  };
}

await run(async (bench) => {
  const began = performance.now();
  const postgresUrl = LIVE ? (await bench.servers()).postgresUrl : undefined;
  const all = await Promise.all(
    SEEDS.map(async (seed) =>
      postgresUrl === undefined ? figuresOf(seed) : figuresOf(seed, (await bench.database(postgresUrl)).url),
    ),
  );
  for (const [index, seed] of SEEDS.entries()) print(`Seed ${seed}`, [all[index]!]);
  print('All seeds', all);
  const goals = goalsOf(all);
  process.stdout.write('\ngoals\n');
  for (const { name, measured, isMet } of goals)
    process.stdout.write(`  ${isMet ? 'met:   ' : 'MISSED:'} ${name}: ${measured}\n`);
  if (goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
  process.stdout.write(`\n${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`);
});
