import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startServer } from '../../server/main.ts';
import { logTemporalTo } from '../../worker.ts';
import { startTestPostgres } from '../support/store/postgres.ts';
import { FLEET, startStack, WEBHOOK_TOKEN, UNLIMITED } from '../support/servers/stack.ts';
import { startTestTemporal } from '../support/temporal/server.ts';
import { answersInWords } from './answers.ts';
import { withKnownIds } from './document.ts';
import { pythonPrograms } from './python.ts';
import { seeded } from './seeded.ts';

/**
 * Runs Schemathesis, a fuzzer for OpenAPI, as an admin against every route of a complete server. `--seed N` and
 * `--examples M` (for each route and phase) choose the requests, `--only REGEX` the paths.
 * Exits with 1 if an answer is a server error or contradicts the document.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];
const SLACK_SECRET = 'planted-signing-secret';
/** Tokens that are used in turn, so that rate limits by token hide no route behind a 429. */
const API_TOKENS = Array.from({ length: 200 }, (_each, at) => `fuzz-admin-token-${at}`);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const { values: asked } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    examples: { type: 'string', default: '50' },
    phases: { type: 'string', default: 'examples,coverage,fuzzing' },
    only: { type: 'string' },
  },
});

const programs = await pythonPrograms('schemathesis', here('./requirements.txt'));
const folder = await mkdtemp(join(tmpdir(), 'tripline-fuzz-'));
logTemporalTo(pino({ level: 'silent' }));
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
  more: {
    PORT: '0',
    PUBLIC_URL: 'https://tripline.example',
    API_TOKENS: API_TOKENS.map((token, at) => `admin:fuzz-${at}:${token}`).join(','),
    SLACK_SIGNING_SECRET: SLACK_SECRET,
    WEBHOOK_SIGNING_SECRET: 'c2lnbmVkIGJ5IG5vYm9keSBidXQgdGhlIGZ1enplcg==',
  },
});
// The log shows the cause of a server error, of which the fuzzer sees only the status.
const log = pino({ level: 'error' }, pino.destination(2));
const server = await startServer({
  config: stack.config,
  database: stack.database,
  log,
  // A refusal would hide the route behind it, and takes a second.
  areRequestsUnlimited: true,
});
try {
  await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
  const known = await seeded(stack);
  const document: unknown = await (await fetch(`${server.url}/openapi.json`)).json();
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(withKnownIds(document, { fleet: FLEET, known })));
  const before = residentMegabytes();
  process.exitCode = await fuzz(file);
  process.stdout.write(
    `Memory of this process (web server, worker and stand-ins): ${before} MB before, ${residentMegabytes()} MB after.\n`,
  );
} finally {
  await server.close();
  await stack.close();
  await temporal.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function residentMegabytes(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}

async function fuzz(document: string): Promise<number> {
  const answers = join(folder, 'answers.json');
  const child = spawn(
    join(programs, 'st'),
    [
      'run',
      document,
      '--url',
      server.url,
      '--checks',
      CHECKS.join(','),
      '--phases',
      asked.phases,
      '--max-examples',
      asked.examples,
      '--seed',
      asked.seed,
      '--continue-on-failure',
      '--no-color',
      '--warnings',
      'off',
      '--suppress-health-check',
      'all',
      '--generation-database',
      'none',
      '--request-timeout',
      '60',
      // Excludes the stream, because it does not end by itself.
      '--exclude-path-regex',
      '/events$',
      ...(asked.only === undefined ? [] : ['--include-path-regex', asked.only]),
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PYTHONPATH: here('.'),
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'hooks',
        FUZZ_API_TOKENS: API_TOKENS.join(','),
        FUZZ_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
        FUZZ_SLACK_SECRET: SLACK_SECRET,
        FUZZ_ANSWERS: answers,
      },
    },
  );
  // A signal stops only the fuzzer, so that the run still prints its summary and ends its servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGINT'));
  const [exit] = (await once(child, 'exit')) as [number | null];
  const counts = JSON.parse(await readFile(answers, 'utf8')) as Record<string, number>;
  process.stdout.write(`${answersInWords(counts)}\n`);
  return exit === 0 ? 0 : 1;
}
