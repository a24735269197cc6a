import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { cacheFolder, isExecutable } from '../../cli/embedded/index.ts';
import { apiDescription } from '../../server/description.ts';
import { startServer } from '../../server/main.ts';
import { logTemporalTo } from '../../worker.ts';
import { pythonPrograms } from '../fuzz/python.ts';
import { startTestPostgres } from '../support/store/postgres.ts';
import { ADMIN_TOKEN, startStack } from '../support/servers/stack.ts';
import { startTestTemporal } from '../support/temporal/server.ts';
import { roundTrip } from './roundTrip.ts';

/**
 * Makes clients of the API with three generators, one each from npm, PyPI and Go, and uses two of them against a real server:
 * list, draft, publish, back-test, retire. The generators are no dependencies: each is fetched once, at a pinned version, into
 * the user's cache folder. Prints one line a generator, and ends with 1 when one fails.
 */
const HEY_API = '@hey-api/openapi-ts@0.95.0';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const GO_RUNTIME = 'github.com/oapi-codegen/runtime@v1.9.0';
const RULE = 'rules/examples/rules/night-driving.json';

const run = promisify(execFile);
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const root = here('../..');

/** A client that was made: what was found wrong with it, and a round trip with it. */
interface Client {
  readonly generator: string;
  /** Makes the client in a folder. @returns the operations that it has */
  readonly make: (description: string, folder: string) => Promise<number>;
  readonly use?: (folder: string, url: string) => Promise<void>;
}

const CLIENTS: readonly Client[] = [
  {
    generator: HEY_API,
    async make(description, folder) {
      const tools = await npmTools();
      await run(join(tools, 'openapi-ts'), ['-i', description, '-o', folder]);
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
      const options = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2022',
        '--module',
        'nodenext',
      ];
      const types = ['--moduleResolution', 'nodenext', '--types', 'node'];
      await run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'types.gen.ts'], { cwd: folder });
      const code = await readFile(join(folder, 'sdk.gen.ts'), 'utf8');
      return [...code.matchAll(/^export const \w+ = <ThrowOnError/gm)].length;
    },
    use: (folder, url) => roundTrip({ folder, url, token: ADMIN_TOKEN, rule: join(root, RULE) }),
  },
  {
    generator: 'openapi-python-client 0.29.1',
    async make(description, folder) {
      const programs = await pythonPrograms('openapi-python-client', here('./requirements.txt'));
      const asked = ['generate', '--path', description, '--output-path', folder, '--overwrite'];
      await run(join(programs, 'openapi-python-client'), asked, {
        env: { ...process.env, PATH: `${programs}:${process.env['PATH']}` },
      });
      const files = await readdir(join(folder, 'tripline_client/api'), { recursive: true });
      return files.filter((file) => /\/\w+\.py$/.test(file) && !file.endsWith('__init__.py')).length;
    },
    async use(folder, url) {
      const programs = await pythonPrograms('openapi-python-client', here('./requirements.txt'));
      await run(join(programs, 'python'), [here('./round_trip.py'), folder, url, join(root, RULE)], {
        env: { ...process.env, TRIPLINE_TOKEN: ADMIN_TOKEN, PYTHONDONTWRITEBYTECODE: '1' },
      });
    },
  },
  {
    generator: OAPI_CODEGEN.replace(/^.*\//, ''),
    async make(description, folder) {
      await mkdir(folder);
      const program = await goProgram();
      const file = join(folder, 'client.go');
      await run(program, ['-generate', 'types,client', '-package', 'tripline', '-o', file, description]);
      const modules = ['mod', 'init', 'tripline'];
      for (const args of [modules, ['get', GO_RUNTIME], ['mod', 'tidy'], ['build', './...']])
        await run('go', args, { cwd: folder });
      const code = await readFile(file, 'utf8');
      return new Set([...code.matchAll(/^func New(\w+?)Request(?:WithBody)?\(/gm)].map(([, name]) => name))
        .size;
    },
  },
];

/** The folder of programs of the generator from npm. */
async function npmTools(): Promise<string> {
  const folder = join(cacheFolder(), HEY_API.replace(/\W+/g, '-'));
  const programs = join(folder, 'node_modules/.bin');
  if (await isExecutable(join(folder, 'finished'))) return programs;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  // Its types of TypeScript are those of the version that this project has.
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: { readonly typescript: string };
  };
  const wanted = [HEY_API, `typescript@${devDependencies.typescript}`];
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], { cwd: folder });
  await writeFile(join(folder, 'finished'), '', { mode: 0o755 });
  return programs;
}

async function goProgram(): Promise<string> {
  const folder = join(cacheFolder(), OAPI_CODEGEN.replace(/^.*\//, '').replace(/\W+/g, '-'));
  const program = join(folder, 'oapi-codegen');
  if (!(await isExecutable(program)))
    await run('go', ['install', OAPI_CODEGEN], { env: { ...process.env, GOBIN: folder } });
  return program;
}

/** Makes a client and says what is wrong with it; undefined: nothing. */
async function tried(client: Client, folder: string, url: string): Promise<string | undefined> {
  try {
    const made = await client.make(join(folders, 'openapi.json'), folder);
    if (made !== operations) return `it has ${made} of ${operations} operations`;
    await client.use?.(folder, url);
    return undefined;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    return `${String(error).slice(0, 500)}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`;
  }
}

const description = apiDescription('http://127.0.0.1:3000') as {
  readonly paths: Readonly<Record<string, object>>;
};
const operations = Object.values(description.paths).flatMap((methods) => Object.keys(methods)).length;
const folders = await mkdtemp(join(tmpdir(), 'tripline-clients-'));
await writeFile(join(folders, 'openapi.json'), JSON.stringify(description));
logTemporalTo(pino({ level: 'silent' }));
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
  more: { PORT: '0', API_TOKENS: `admin:clients:${ADMIN_TOKEN}` },
});
const log = pino({ level: 'error' }, pino.destination(2));
const server = await startServer({ config: stack.config, database: stack.database, log });
try {
  await stack.startWorker();
  for (const [at, client] of CLIENTS.entries()) {
    const started = Date.now();
    const wrong = await tried(client, join(folders, String(at)), server.url);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const what = wrong ?? `${operations} operations${client.use ? ', round trip' : ', compiles'}`;
    process.stdout.write(
      `${wrong === undefined ? 'ok  ' : 'FAIL'} ${client.generator}: ${what} (${seconds} s)\n`,
    );
    if (wrong !== undefined) process.exitCode = 1;
  }
} finally {
  await server.close();
  await stack.close();
  await temporal.stop();
  await postgres.stop();
  await rm(folders, { recursive: true, force: true });
}
