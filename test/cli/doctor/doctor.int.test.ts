import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { doctorDatabase } from '../../../cli/doctor/index.ts';
import { openDatabase } from '../../../store/db/index.ts';
import { publishDocument, saveDraft } from '../../../store/documents/index.ts';
import { startCommand } from '../../support/servers/commandProcess.ts';
import { LATER_NAMES, NEXT_MIGRATIONS } from '../../support/store/laterSchema.ts';
import { createTestDatabase } from '../../support/store/postgres.ts';
import type { TestDatabase } from '../../support/store/postgres.ts';
import { leaveUnreleasedSchema } from '../../support/store/unreleasedSchema.ts';
import { startHttpStandIn } from '../../support/stand-ins/http.ts';

const WAIT = { timeout: 60_000, interval: 100 };
let made: TestDatabase;
beforeEach(async () => {
  made = await createTestDatabase(inject('postgresUrl'));
});
afterEach(() => made.drop());

interface Answer {
  readonly exitCode: number | null;
  readonly output: string;
  readonly check: (name: string) => unknown;
}

async function doctor(more: Record<string, string> = {}): Promise<Answer> {
  const run = startCommand(['doctor', '--json'], {
    DATABASE_URL: made.url,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    ...more,
  });
  const exitCode = await run.ended;
  const { checks } = JSON.parse(run.answer()) as { checks: { name: string }[] };
  return {
    exitCode,
    output: run.output(),
    check: (name) => checks.find((check) => check.name === name),
  };
}

/**
 * Repeats the command until a check reports this, because a busy machine may miss a running server once.
 * @returns the answer with that report
 */
async function doctorUntil(name: string, wanted: object, more: Record<string, string> = {}): Promise<Answer> {
  let answer: Answer | undefined;
  await expect.poll(async () => (answer = await doctor(more)).check(name), WAIT).toMatchObject(wanted);
  return answer!;
}

async function inDatabase(change: string): Promise<void> {
  const database = openDatabase(made.url);
  await sql.raw(change).execute(database.db);
  await database.close();
}

describe('doctor', () => {
  it('finds Temporal and the database well', async () => {
    const temporal = { result: 'ok', message: `${inject('temporalAddress')}, namespace default` };
    const database = { result: 'ok', message: 'reachable, schema up to date' };
    await expect
      .poll(async () => {
        const { check, exitCode } = await doctor();
        return { temporal: check('Temporal'), database: check('database'), exitCode };
      }, WAIT)
      .toMatchObject({ temporal, database, exitCode: 0 });
  });

  it('asks the Tripline that runs here of what it brought along', async () => {
    const checks = { database: 'ok', temporal: 'unavailable' };
    const running = await startHttpStandIn(() => ({ body: { status: 'unavailable', checks } }));
    const { port } = running;
    const embedded = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', HOST: '127.0.0.1', PORT: String(port) };
    const at = `provided by the Tripline process at http://127.0.0.1:${port}`;
    const database = { name: 'database', result: 'ok', message: `${at}: ok` };
    const { check, exitCode } = await doctorUntil('database', database, embedded);
    expect(check('database')).toEqual(database);
    expect(check('Temporal')).toEqual({ name: 'Temporal', result: 'fail', message: `${at}: unavailable` });
    expect(exitCode).toBe(1);
    await running.close();
    expect((await doctor(embedded)).check('database')).toMatchObject({ result: 'warn' });
  });

  it('counts the rules, and warns of a fleet that has none', async () => {
    await doctorUntil('rules', {
      result: 'warn',
      message: expect.stringContaining('fleet default: no rule yet, so no alerts are sent') as string,
    });
    const database = openDatabase(made.url);
    for (const [id, mode] of [
      ['a', 'live'],
      ['b', 'shadow'],
      ['c', 'off'],
    ] as const) {
      const edit = { fleetId: 'default', kind: 'rule', id, who: 'ann', at: new Date() } as const;
      await saveDraft(database.db, { ...edit, body: { id, mode } });
      await publishDocument(database.db, edit);
      if (id === 'a') await saveDraft(database.db, { ...edit, body: { id, mode: 'off' } });
    }
    await database.close();
    await doctorUntil('rules', {
      result: 'ok',
      message: 'fleet default: 1 live, 1 in shadow, 1 off, 1 draft',
    });
  });

  it('names migrations that are pending, and applies none', async () => {
    for (const _twice of [1, 2])
      expect(await doctorDatabase({ databaseUrl: made.url }, NEXT_MIGRATIONS)).toMatchObject({
        result: 'warn',
        message: expect.stringContaining(
          `reachable, ${LATER_NAMES.length} migrations pending (${LATER_NAMES.join(', ')})`,
        ) as string,
      });
  });

  it('refuses a database from before the first release, and says what to do', async () => {
    const database = openDatabase(made.url);
    await leaveUnreleasedSchema(database.db);
    await database.close();
    await doctorUntil('database', {
      result: 'fail',
      message: expect.stringMatching(
        /cannot be used.*before the first release.*Nothing was changed\. Name an empty database in DATABASE_URL/,
      ) as string,
    });
  });

  it('reports an empty database, one of a newer release, and one that is unavailable', async () => {
    await inDatabase(`insert into kysely_migration (name, timestamp) values ('9999_future', 'now')`);
    await doctorUntil('database', {
      message: expect.stringContaining('newer release (9999_future)') as string,
    });
    await inDatabase('drop schema public cascade; create schema public');
    await doctorUntil('database', { result: 'warn' });
    const unavailable = await doctor({
      DATABASE_URL: 'postgres://tripline:planted-password@127.0.0.1:9/north',
    });
    expect(unavailable.check('database')).toMatchObject({
      result: 'fail',
      message: expect.stringContaining('PostgreSQL at 127.0.0.1:9/north does not answer') as string,
    });
    expect(unavailable.exitCode).toBe(1);
    expect(unavailable.output).not.toContain('planted-password');
  });

  it('reports whether Temporal’s data is encrypted, and with which keys', async () => {
    expect((await doctor()).check('encryption')).toMatchObject({
      result: 'warn',
      message: expect.stringContaining('PAYLOAD_ENCRYPTION_KEYS is not set') as string,
    });
    const [first, second] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));
    const { check, output } = await doctor({ PAYLOAD_ENCRYPTION_KEYS: `k2:${second},k1:${first}` });
    expect(check('encryption')).toEqual({
      name: 'encryption',
      result: 'ok',
      message: 'workflow data in Temporal is encrypted with the key "k2"; "k1" decrypts older data',
    });
    expect(output).not.toContain(first);
    expect(output).not.toContain(second);
    const wrong = await doctor({ PAYLOAD_ENCRYPTION_KEYS: `k2:${second},${first}:k1` });
    expect(wrong.check('configuration')).toMatchObject({
      result: 'fail',
      message: expect.stringContaining('PAYLOAD_ENCRYPTION_KEYS: entry 2 is not id:key') as string,
    });
    expect(wrong.output).not.toContain(first);
    expect(wrong.exitCode).toBe(1);
  });

  it('reaches Temporal as the environment says: with TLS for an API key', async () => {
    const withKey = { TEMPORAL_API_KEY: 'planted-api-key' };
    const refused = {
      result: 'fail',
      message: expect.stringContaining('does not answer (wrong version number)') as string,
    };
    const { output, exitCode } = await doctorUntil('Temporal', refused, withKey);
    expect(output).not.toContain('planted-api-key');
    expect(exitCode).toBe(1);
    const reached = { result: 'ok', message: expect.stringContaining(', with an API key') as string };
    await doctorUntil('Temporal', reached, { ...withKey, TEMPORAL_TLS: 'false' });
  });

  it('reports a namespace that does not exist, and a certificate that cannot be read', async () => {
    const unknown = {
      result: 'fail',
      message: expect.stringContaining('has no namespace "elsewhere": create it') as string,
    };
    await doctorUntil('Temporal', unknown, { TEMPORAL_NAMESPACE: 'elsewhere' });
    const missing = '/nowhere/client.pem';
    const { check } = await doctor({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: missing });
    expect(check('Temporal')).toMatchObject({
      result: 'fail',
      message: expect.stringContaining(`${missing} cannot be read (ENOENT)`) as string,
    });
  });
});
