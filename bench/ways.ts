import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { main as runCommand } from '../cli/main.ts';
import { startServer } from '../server/main.ts';
import { pressBody, signedHeaders } from '../test/server/slackRequest.ts';
import { standInTrip, tripAt } from '../test/support/stand-ins/analytics.ts';
import { ADMIN_TOKEN, FLEET, UNLIMITED, WEBHOOK_TOKEN, startStack } from '../test/support/servers/stack.ts';
import { startTestPostgres } from '../test/support/store/postgres.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { logTemporalTo } from '../worker.ts';

/**
 * The files and functions that three ways pass: webhook to Slack message; collision to escalation to an answer in Slack; `tripline
 * rules backtest`. Web server, worker and command run in this process, each way once to warm up and once while V8 counts
 * calls. Workflow code runs in a sandbox that V8 counts apart, so it is missing; what runs by the clock meanwhile is in.
 * `SHOW=functions` lists the functions of each file.
 */
const SIGNING_SECRET = 'ways-signing-secret';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NOT_THE_PRODUCT = /^(?:test|bench|node_modules|simulator|checks)\//;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
logTemporalTo(pino({ level: 'silent' }));
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
  more: { PORT: '0', SLACK_SIGNING_SECRET: SIGNING_SECRET },
});
const server = await startServer({
  config: stack.config,
  database: stack.database,
  log: pino({ level: 'silent' }),
});
await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
stack.slack.channels.add('pages');
stack.slack.people.set('U0ANN', 'Ann Meyer');
const folder = await mkdtemp(join(tmpdir(), 'tripline-ways-'));
let tripNumber = Date.now();

const count = (type: string) => ({
  all: [{ fact: 'trip.events.count', params: { type }, operator: 'greaterThan', value: 0 }],
});
const braking = {
  id: 'hard-brake', name: 'Hard brake', severity: 'warning', mode: 'live', conditions: count('HARD_BRAKE'),
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
}; // prettier-ignore
await stack.publishAs('escalation-policy', {
  id: 'collision',
  name: 'Collision',
  steps: [{ after: '0s', notify: [{ type: 'slack', channel: '#pages' }] }],
});
await stack.publish(braking, {
  id: 'collision', name: 'Collision', severity: 'critical', mode: 'live', conditions: count('COLLISION'),
  actions: [{ type: 'escalate', policy: 'collision' }],
}); // prettier-ignore
const ruleFile = join(folder, 'hard-brake.json');
await writeFile(ruleFile, JSON.stringify(braking));
process.env['TRIPLINE_URL'] = server.url;
process.env['TRIPLINE_TOKEN'] = ADMIN_TOKEN;

async function until<T>(find: () => T | undefined, what: string): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(20)) {
    const found = find();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come within 30 seconds.`);
}

/** Posts a trip with an event of this type. @returns the Slack message that it causes */
async function messageOf(driverId: string, type: number) {
  const tripId = String((tripNumber += 1));
  const before = stack.slack.messages.length;
  stack.analytics.trips.set(tripAt(driverId, tripId), standInTrip(tripId, { events: [type] }));
  const answer = await fetch(`${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, {
    method: 'POST',
    body: JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id: driverId, trip_id: tripId, data: {} }),
  });
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}.`);
  return until(() => stack.slack.messages[before], 'The Slack message');
}

async function collisionToAnswer(): Promise<void> {
  const page = await messageOf(`collided-${tripNumber}`, 4);
  const id = /"value":"(\d+)"/.exec(JSON.stringify(page.blocks))?.[1];
  if (id === undefined) throw new Error('The page has no button to acknowledge.');
  const body = pressBody({ actionId: 'incident_acknowledge', value: id, user: 'U0ANN' });
  const headers = signedHeaders(SIGNING_SECRET, body, Math.floor(Date.now() / 1000));
  await fetch(`${server.url}/slack/interactions`, { method: 'POST', headers, body });
  await until(
    () => (/acknowledged/i.test(JSON.stringify(page.blocks)) ? true : undefined),
    'The message’s change',
  );
}

async function backtest(): Promise<void> {
  const day = (offset: number): string =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const code = await runCommand(['node', 'tripline', 'rules', 'backtest', ruleFile, '--fleet', FLEET, '--from', day(-360), '--to', day(0), '--json']); // prettier-ignore
  if (code > 1) throw new Error(`The command ended with ${code}.`);
}

/** Functions that were called during the work, by file of the product. */
async function passed(work: () => Promise<unknown>): Promise<Map<string, string[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return new Map(result.flatMap(calledIn).sort(([a], [b]) => a.localeCompare(b)));
}

function calledIn({ url, functions }: Profiler.ScriptCoverage): [string, string[]][] {
  if (!url.startsWith('file://')) return [];
  const file = relative(ROOT, fileURLToPath(url.split('?')[0]!));
  if (file.startsWith('..') || NOT_THE_PRODUCT.test(file)) return [];
  const called = functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0);
  return called.length === 0 ? [] : [[file, called.map(({ functionName }) => functionName)]];
}

const ways = [
  { name: 'webhook to Slack message', work: () => messageOf(`braked-${tripNumber}`, 0) },
  { name: 'collision to escalation to an answer in Slack', work: collisionToAnswer },
  { name: 'tripline rules backtest', work: backtest },
];
try {
  for (const { name, work } of ways) {
    process.stderr.write(`${name} …\n`);
    await work();
    await pause(2_000);
    const files = await passed(async () => {
      await work();
      await pause(500);
    });
    const functions = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    say(`\n${name}: ${files.size} files, ${functions} functions`);
    for (const [file, names] of files)
      say(
        process.env['SHOW'] === 'functions'
          ? `  ${file}: ${names.join(', ')}`
          : `  ${file} (${names.length})`,
      );
  }
} finally {
  await server.close();
  await stack.close();
  await rm(folder, { recursive: true, force: true });
  await Promise.all([temporal.stop(), postgres.stop()]);
}
// Temporal's runtime would keep the process.
process.exit(0);
