import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeLiteral } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { startCommand } from '../../support/servers/commandProcess.ts';
import type { NodeProcess } from '../../support/servers/nodeProcess.ts';
import { startTestPostgres } from '../../support/store/postgres.ts';
import type { TestPostgres } from '../../support/store/postgres.ts';

/** Parts of docker-compose.yml that run without containers: its script against PostgreSQL, its environments. */
const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>;
};
const WAIT = { timeout: 60_000, interval: 100 };
const PASSWORDS = { temporal: `t'e"m\\p-planted`, tripline: 'tr:ip/l@ne%-planted' };
let folder: string;
let postgres: TestPostgres;
const commands: NodeProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-compose-'));
  chmodSync(folder, 0o700);
  postgres = await startTestPostgres();
  const script = read('compose/databases.sh');
  const sql = /<<'SQL'\n([^]*)\nSQL\n/.exec(script)![1]!;
  const statements = sql
    .split('\n')
    .filter((line) => !line.startsWith('\\set '))
    .join('\n')
    .replace(/:'(\w+)_password'/g, (_all, role: string) =>
      escapeLiteral(PASSWORDS[role as keyof typeof PASSWORDS]),
    );
  const admin = await asImage();
  // Each statement runs alone, as in psql, because `create database` cannot run in a transaction.
  for (const statement of statements.split(/;\n?/).filter((each) => each.trim() !== ''))
    await admin.query(statement);
  await admin.end();
});
afterEach(() => Promise.all(commands.splice(0).map((command) => command.kill())));
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects to the embedded server as to the image's: its role is `postgres`, and nothing is named tripline yet. */
async function asImage(): Promise<Client> {
  const given = new Client({ connectionString: postgres.url });
  await given.connect();
  await given.query(`create role postgres superuser login password 'planted'`);
  await given.end();
  const { hostname, port } = new URL(postgres.url);
  const login = { user: 'postgres', password: 'planted', database: 'postgres' };
  const admin = new Client({ host: hostname, port: Number(port), ...login });
  await admin.connect();
  await admin.query('alter database tripline rename to embedded');
  await admin.query('alter role tripline rename to embedded');
  return admin;
}

async function enter(
  role: keyof typeof PASSWORDS,
  database: string,
  password = PASSWORDS[role],
): Promise<void> {
  const { hostname, port } = new URL(postgres.url);
  const client = new Client({ host: hostname, port: Number(port), user: role, password, database });
  await client.connect();
  await client.query('create table if not exists of_its_own (id int)');
  await client.end();
}

it('each role enters its own databases alone, with its own password', async () => {
  for (const [role, database] of [
    ['temporal', 'temporal'],
    ['temporal', 'temporal_visibility'],
    ['tripline', 'tripline'],
  ] as const)
    await enter(role, database);
  for (const [role, database] of [
    ['temporal', 'tripline'],
    ['tripline', 'temporal'],
    ['tripline', 'temporal_visibility'],
    ['temporal', 'postgres'],
    ['tripline', 'postgres'],
    ['tripline', 'template1'],
  ] as const)
    await expect(enter(role, database)).rejects.toThrow(`permission denied for database "${database}"`);
  await expect(enter('tripline', 'tripline', PASSWORDS.temporal)).rejects.toThrow('password authentication');
});

/** Returns the environment of a service as Compose creates it, with secrets in a folder of this machine. */
function environmentOf(service: string, given: Record<string, string>): Record<string, string> {
  const filled = Object.entries(services[service]!.environment).map(([name, text]) => {
    const value = text.replace(
      /\$\{(\w+):([-+])([^}]*)\}/g,
      (_all, key: string, sign: string, word: string) =>
        sign === '-' ? given[key] || word : given[key] ? word : '',
    );
    return [name, value.replaceAll('/run/secrets', folder)] as const;
  });
  return Object.fromEntries(filled);
}

function writeSecrets(secrets: Record<string, string>): void {
  const names = Object.values(services)
    .flatMap(({ environment }) => Object.values(environment ?? {}))
    .flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
  for (const name of names) writeFileSync(join(folder, name), secrets[name] ? `${secrets[name]}\n` : '');
}

it('server and worker start with the secrets that docker-compose.yml gives each, from files', async () => {
  writeSecrets({
    database_password: PASSWORDS.tripline,
    analytics_api_key: 'planted-analytics-key',
    webhook_tokens: 'planted-webhook-token',
    api_tokens: 'viewer:vi:planted-viewer-token',
    slack_bot_token: 'off',
    smtp_url: 'smtp://127.0.0.1:9',
  });
  const { hostname, port } = new URL(postgres.url);
  const given = {
    DATABASE_URL: `postgres://tripline@${hostname}:${port}/tripline`,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_TASK_QUEUE: `test-${process.pid}-compose`,
    ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
    FLEET_ID: 'north',
    RECONCILE_EVERY: 'off',
    RETENTION_POSITIONS_DAYS: 'off',
    RETENTION_TRIPS_DAYS: 'off',
  };
  const start = (service: 'server' | 'worker', own: Record<string, string>): NodeProcess => {
    const environment = { ...environmentOf(service, given), HOST: '127.0.0.1', ...own };
    const command = startCommand([service === 'server' ? 'serve' : 'worker'], environment);
    commands.push(command);
    return command;
  };
  const server = start('server', { PORT: '0' });
  const worker = start('worker', { WORKER_HEALTH_FILE: join(folder, 'asked') });
  const { url } = JSON.parse(await server.says('web server listens')) as { url: string };
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, WAIT).toBe(200);
  await worker.says('worker runs');
  await expect.poll(() => readFileSync(join(folder, 'asked'), 'utf8'), WAIT).toBe('');
  const answer = await fetch(`${url}/api/v1/fleets/north/alarms?open=true`, {
    headers: { authorization: 'Bearer planted-viewer-token' },
  });
  const { items } = (await answer.json()) as { items: { kind: string }[] };
  expect(items.map(({ kind }) => kind)).toEqual(['slack_off']);
  expect(server.output() + worker.output()).not.toContain('planted');
});
