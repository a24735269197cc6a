import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { logTemporalTo } from '../../worker.ts';
import type { Known } from '../fuzz/document.ts';
import { seeded } from '../fuzz/seeded.ts';
import { compile } from '../chaos/compile.ts';
import { freePorts } from '../chaos/ports.ts';
import { signedHeaders } from '../server/slackRequest.ts';
import { startTestPostgres } from '../support/store/postgres.ts';
import { seededRandom } from '../support/run/seededRandom.ts';
import { FLEET, startStack, WEBHOOK_TOKEN, UNLIMITED } from '../support/servers/stack.ts';
import { startTestTemporal } from '../support/temporal/server.ts';
import { BASES, KNOWN_ATTACKS } from './bases.ts';
import { hostileBodies } from './documents.ts';
import type { HostileBody } from './documents.ts';
import { recordLargeState } from './largeState.ts';
import type { Delay } from './prober.ts';
import { rightBody } from './right.ts';

/**
 * Measures how long one hostile request delays other requests. Sends generated documents to each route of the web server, one
 * request at a time, without limits a minute. A separate process polls `/healthz` every 10 ms.
 * - `--seed N` chooses the documents, `--documents M` their number for each route, `--only REGEX` the routes
 * - `--minutes T` ends the run early, `--runs R` repeats everything
 *
 * Exits with 1 if `/healthz` was delayed by more than `--limit` ms, or if not everything was sent.
 */
const { values: asked } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    documents: { type: 'string', default: '30' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    runs: { type: 'string', default: '3' },
    limit: { type: 'string', default: '100' },
    verbose: { type: 'boolean', default: false },
  },
});

const SLACK_SECRET = 'planted-signing-secret';
const EVERY_MS = 10;
const PROGRESS_EVERY = 20;
/** Tokens of each role, used in turn, so that rate limits by token do not slow the run down. */
const TOKENS_A_ROLE = 60;
const ANSWER_WITHIN_MS = 60_000;
const ROLES = ['viewer', 'editor', 'admin'] as const;
type Role = (typeof ROLES)[number];
const LARGEST: Readonly<Record<string, number>> = {
  '/webhooks': 5_242_880,
  '/slack': 262_144,
  '/a/': 16_384,
  '/u/': 16_384,
  simulations: 6_291_456,
};
const tokenOf = (role: Role, at: number): string => `hostile-${role}-token-${at % TOKENS_A_ROLE}`;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly role: Role | undefined;
  readonly hasBody: boolean;
  readonly isForm: boolean;
  readonly example: unknown;
  readonly query: readonly string[];
}

interface Shot {
  readonly operation: Operation;
  readonly name: string;
  readonly url: string;
  readonly body?: HostileBody;
}

/** Measurements of one request. */
interface Measured {
  readonly name: string;
  readonly status: string;
  readonly delayMs: number;
  readonly lagMs: number;
  /** CPU time of the server's main thread for it, which does not depend on the load of the machine. */
  readonly cpuMs: number;
  /** Time that the thread was ready but waited for a core: the machine's share of the delay. */
  readonly waitedMs: number;
  readonly tookMs: number;
}

/** Row of a harmless request, which shows the delay of the machine itself. */
const CONTROL = 'GET / (harmless, for comparison)';
const HARMLESS: Shot = {
  operation: {
    method: 'GET',
    path: '/',
    role: undefined,
    hasBody: false,
    isForm: false,
    example: undefined,
    query: [],
  },
  name: 'harmless',
  url: '/',
};

let sent = 0;
const folder = await mkdtemp(join(tmpdir(), 'tripline-hostile-'));
logTemporalTo(pino({ level: 'silent' }));
const [port] = (await freePorts(1)) as [number];
const url = `http://127.0.0.1:${port}`;
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
  more: {
    PORT: String(port),
    SLACK_SIGNING_SECRET: SLACK_SECRET,
    PUBLIC_URL: 'https://tripline.example',
    API_TOKENS: ROLES.flatMap((role) =>
      Array.from({ length: TOKENS_A_ROLE }, (_each, at) => `${role}:${role}-${at}:${tokenOf(role, at)}`),
    ).join(','),
  },
});
// Compiled, as it runs in production.
const program = await compile();
const serve = spawn(process.execPath, [join(program, 'test/hostile/server.js')], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    LOG_LEVEL: 'fatal',
    ...stack.environment,
  },
});
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const agent = new Agent({ keepAlive: true });
const prober = fork(
  fileURLToPath(new URL('./prober.ts', import.meta.url)),
  [`${url}/healthz`, String(EVERY_MS)],
  {
    execArgv: ['--import', 'tsx'],
  },
);
try {
  await untilReady();
  await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
  const known = [await seeded(stack), await recordLargeState(stack)];
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
  process.exitCode = await attack(operationsOf(document), known);
} finally {
  const ended = once(serve, 'exit');
  if (serve.exitCode === null) {
    serve.kill('SIGTERM');
    await Promise.race([ended, pause(15_000).then(() => serve.kill('SIGKILL'))]);
  }
  prober.disconnect();
  await stack.close();
  await temporal.stop();
  await postgres.stop();
  for (const each of [folder, program]) await rm(each, { recursive: true, force: true });
}

async function untilReady(): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(200);
  }
  throw new Error('`tripline serve` did not become ready within a minute.');
}

/** Returns the operations of the document, except event streams, because their answers do not end by themselves. */
function operationsOf(document: object): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, OpenApiOperation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Operation[] => {
      if (operation.responses['200']?.content?.['text/event-stream']) return [];
      const content = operation.requestBody?.content ?? {};
      const [type] = Object.keys(content);
      const role = ROLES.find((each) => operation.description?.includes(`role \`${each}\``));
      const one = {
        method: method.toUpperCase(),
        path,
        role,
        hasBody: type !== undefined,
        isForm: type?.includes('form') === true,
        example: type === undefined ? undefined : content[type]?.example,
        query: (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name),
      };
      return [one];
    }),
  );
}

interface OpenApiOperation {
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, object> } | undefined>;
}

async function attack(operations: readonly Operation[], known: readonly Known[]): Promise<number> {
  const only = asked.only === undefined ? undefined : new RegExp(asked.only);
  const chosen = operations.filter(({ method, path }) => only?.test(`${method} ${path}`) ?? true);
  const rows = new Map<string, Measured[]>();
  const until = Date.now() + Number(asked.minutes) * 60_000;
  let isOver = false;
  for (let run = 1; run <= Number(asked.runs) && !isOver; run += 1) {
    const control: Measured[] = rows.get(CONTROL) ?? [];
    rows.set(CONTROL, control);
    for (const [at, operation] of chosen.entries()) {
      if (at % PROGRESS_EVERY === 0)
        process.stdout.write(`run ${run} of ${asked.runs}: ${at} of ${chosen.length} routes\n`);
      const row = `${operation.method} ${operation.path}`;
      const measured = rows.get(row) ?? [];
      rows.set(row, measured);
      for (const shot of shotsAt(operation, known)) {
        if (stop.signal.aborted || Date.now() > until) isOver = true;
        if (isOver) break;
        const one = await measure(shot);
        measured.push(one);
        if (asked.verbose && (one.delayMs > 50 || one.cpuMs > 50))
          process.stdout.write(
            `${run} ${row}: ${one.name}: ${one.status}, ${one.delayMs.toFixed(0)} ms, lag ${one.lagMs.toFixed(0)} ms, main thread ${one.cpuMs.toFixed(0)} ms, waited for a core ${one.waitedMs.toFixed(0)} ms, took ${one.tookMs.toFixed(0)} ms\n`,
          );
      }
      control.push(await measure(HARMLESS));
    }
  }
  const code = report(rows);
  if (isOver) process.stdout.write('Stopped early: not everything was sent.\n');
  return isOver ? 1 : code;
}

/** Yields the requests to an operation, the same for the same seed. */
function* shotsAt(operation: Operation, known: readonly Known[]): Generator<Shot> {
  const random = seededRandom(Number(asked.seed));
  const { path, hasBody, isForm, example, query } = operation;
  const urls = [...new Set(known.map((each) => urlOf(path, each)))];
  for (const at of urls) {
    if (!hasBody || operation.method === 'GET') yield { operation, name: 'as it is', url: at };
    if (query.includes('limit')) yield { operation, name: '200 at once', url: `${at}?limit=200` };
    const long = query.map((name) => `${name}=${'a%2C'.repeat(Math.floor(3_000 / query.length))}`).join('&');
    if (query.length > 0) yield { operation, name: 'a long query', url: `${at}?${long}` };
    const fields = Array.from({ length: 1_500 }, (_each, index) => `q${index}=1`).join('&');
    if (query.length > 0) yield { operation, name: 'many query fields', url: `${at}?${fields}` };
  }
  yield {
    operation,
    name: 'a long id',
    url: path.replace('{fleet}', FLEET).replace(/\{\w+\}/g, '%2e%00'.repeat(1_200)),
  };
  if (!hasBody) return;
  const [at = path] = urls;
  const noun = /fleet\}\/([\w-]+)/.exec(path)?.[1] ?? path.split('/')[1]!;
  const isDocument = example === undefined && operation.method !== 'GET';
  const base: unknown =
    isDocument || noun === 'simulations' || noun === 'backtests' || noun === 'webhooks'
      ? ((BASES as Record<string, unknown>)[noun] ?? example)
      : example;
  const largestBytes = Object.entries(LARGEST).find(([part]) => path.includes(part))?.[1] ?? 1_048_576;
  if (base !== undefined) yield { operation, url: at, ...bodyOf('as it is', base) };
  const takesDocument = isDocument || noun === 'simulations' || noun === 'backtests';
  const right = takesDocument ? rightBody(noun, at.split('/')[6] ?? 'right') : undefined;
  if (right) yield { operation, url: at, ...bodyOf('right, and as large as it may be', right) };
  if (noun === 'rules' && isDocument)
    for (const [name, make] of Object.entries(KNOWN_ATTACKS))
      yield { operation, url: at, ...bodyOf(name, make()) };
  for (const body of hostileBodies({
    base: base as never,
    largestBytes,
    most: Number(asked.documents),
    random,
  }))
    yield { operation, url: at, name: body.name, body: isForm ? asForm(path, body, largestBytes) : body };
  if (isForm)
    yield {
      operation,
      url: at,
      name: 'many form fields',
      body: { name: '', bytes: Buffer.from('a=1&'.repeat(largestBytes / 4)) },
    };
}

function bodyOf(name: string, value: unknown): Pick<Shot, 'name' | 'body'> {
  return { name, body: { name, bytes: Buffer.from(JSON.stringify(value)) } };
}

function asForm(path: string, { name, bytes }: HostileBody, largestBytes: number): HostileBody {
  const field = path.startsWith('/slack') ? 'payload' : 'note';
  // Slack escapes its forms, which makes them three times as long. Here reserved characters are replaced instead.
  const text = `${field}=${bytes.toString('utf8').replace(/[&%+#\0]/g, '_')}`.slice(0, largestBytes);
  return { name, bytes: Buffer.from(text).subarray(0, largestBytes) };
}

function urlOf(path: string, known: Known): string {
  const beginnings = Object.keys(known)
    .filter((each) => path.startsWith(each))
    .sort((a, b) => b.length - a.length);
  const values = beginnings[0] === undefined ? {} : known[beginnings[0]]!;
  const named = path.replace('{fleet}', FLEET).replace('{token}', WEBHOOK_TOKEN);
  return named.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(values[name]?.[0] ?? 'hostile'),
  );
}

async function measure(shot: Shot): Promise<Measured> {
  await lagMs();
  await ask();
  const before = await mainThread();
  const began = performance.now();
  const status = await fire(shot);
  const tookMs = performance.now() - began;
  const { worstMs } = await ask();
  const after = await mainThread();
  const [cpuMs, waitedMs] = [after.cpuMs - before.cpuMs, after.waitedMs - before.waitedMs];
  return { name: shot.name, status, delayMs: worstMs, lagMs: await lagMs(), cpuMs, waitedMs, tookMs };
}

/** Reads the CPU time and the waiting time of the server's main thread since its start; NaN on systems other than Linux. */
async function mainThread(): Promise<Pick<Measured, 'cpuMs' | 'waitedMs'>> {
  const text = await readFile(`/proc/${serve.pid}/task/${serve.pid}/schedstat`, 'utf8').catch(() => '');
  const [cpu = '', waited = ''] = text.split(' ');
  return { cpuMs: Number(cpu || Number.NaN) / 1e6, waitedMs: Number(waited || Number.NaN) / 1e6 };
}

/** Returns the worst delay since the last call, once all earlier probes are answered. */
async function ask(): Promise<Delay> {
  const answer = once(prober, 'message');
  prober.send('worst?');
  return ((await answer) as [Delay])[0];
}

/** Returns the longest event-loop lag since the last call, as the server itself measures it. */
async function lagMs(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}

async function fire({ operation, url: at, body }: Shot): Promise<string> {
  sent += 1;
  const { method, path, role } = operation;
  const bytes = body?.bytes;
  const token = tokenOf(role ?? 'viewer', sent);
  const isPage = path.endsWith('/preview');
  const headers: Record<string, string> = {
    ...(isPage
      ? { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }
      : path.startsWith('/api/')
        ? { authorization: `Bearer ${token}` }
        : {}),
    ...(path === '/webhooks/{fleet}' && {
      authorization: `Basic ${Buffer.from(`x:${WEBHOOK_TOKEN}`).toString('base64')}`,
    }),
    ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
    ...(bytes && operation.isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(bytes &&
      path.startsWith('/slack') &&
      signedHeaders(SLACK_SECRET, bytes.toString('utf8'), Math.floor(Date.now() / 1000))),
    ...body?.headers,
    'accept-encoding': 'gzip, br',
  };
  return new Promise((resolve) => {
    const settle = (status: string): void => {
      clearTimeout(timer);
      resolve(status);
    };
    const outgoing = send(`${url}${at}`, { method, headers, agent }, (response) => {
      response.resume().once('close', () => settle(String(response.statusCode)));
    });
    const timer = setTimeout(() => {
      settle('no answer');
      outgoing.destroy();
    }, ANSWER_WITHIN_MS);
    outgoing.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.name));
    outgoing.end(bytes);
  });
}

/** Prints the table, worst routes first. @returns the exit code */
function report(rows: ReadonlyMap<string, readonly Measured[]>): number {
  const limit = Number(asked.limit);
  const worst = [...rows]
    .map(([row, measured]) => ({
      row,
      measured,
      top: [...measured].sort((a, b) => b.delayMs - a.delayMs)[0],
    }))
    .sort((a, b) => (b.top?.delayMs ?? 0) - (a.top?.delayMs ?? 0));
  process.stdout.write(
    `\n/healthz ms | event loop ms | main thread ms | waited for a core ms | requests | answers | route: worst document\n`,
  );
  for (const { row, measured, top } of worst) {
    if (!top) continue;
    const lag = Math.max(...measured.map((each) => each.lagMs));
    const cpu = Math.max(...measured.map((each) => each.cpuMs));
    const statuses = [...new Set(measured.map(({ status }) => status))].sort().join(' ');
    process.stdout.write(
      `${top.delayMs.toFixed(0).padStart(11)} | ${lag.toFixed(0).padStart(13)} | ${cpu.toFixed(0).padStart(14)} | ${top.waitedMs.toFixed(0).padStart(20)} | ${String(measured.length).padStart(8)} | ${statuses} | ${row}: ${top.name} (${top.status}, ${top.tookMs.toFixed(0)} ms)\n`,
    );
  }
  const inVain = [...rows].filter(([, all]) => !all.some(({ status }) => /^[23]/.test(status)));
  for (const [row] of inVain) process.stdout.write(`Never answered with a success: ${row}\n`);
  const over = worst.filter(({ row, top }) => row !== CONTROL && (top?.delayMs ?? 0) > limit);
  process.stdout.write(
    `\n${sent} requests; ${over.length} of ${rows.size - 1} routes kept /healthz waiting for longer than ${limit} ms.\n`,
  );
  return over.length > 0 ? 1 : 0;
}
