import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { startEmbeddedPostgres } from '../../cli/embedded/index.ts';
import { openDatabase } from '../../store/db/index.ts';
import { CHECKOUT_COMMAND, startCommand, startDev } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';
import { createTestDatabase } from '../support/store/postgres.ts';
import { leaveUnreleasedSchema, unreleasedContent } from '../support/store/unreleasedSchema.ts';

let running: NodeProcess | undefined;
afterEach(() => running?.kill());

/** Works in a database and closes it. */
async function inDatabase<T>(url: string, work: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>) {
  const database = openDatabase(url);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

const MADE_BEFORE =
  'was made by a version of Tripline from before the first release (migrations 0001_trips to 0035_digest_runs_by_period)';

describe('a database from before the first release', () => {
  it.each(['serve', 'worker'] as const)('is refused by %s, which ends and says what to do', async (role) => {
    const made = await createTestDatabase(inject('postgresUrl'));
    await inDatabase(made.url, leaveUnreleasedSchema);
    const content = await inDatabase(made.url, unreleasedContent);
    running = startCommand([role], {
      DATABASE_URL: made.url,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      TEMPORAL_TASK_QUEUE: `unreleased-${role}`,
      FLEET_ID: 'north',
      ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
      ANALYTICS_API_KEY: 'planted-analytics-key',
      WEBHOOK_TOKENS: 'planted-webhook-token',
      API_TOKENS: 'viewer:vi:planted-viewer-token',
      SMTP_URL: 'off',
      SLACK_BOT_TOKEN: 'off',
      PORT: '0',
    });
    expect(await running.ended).toBe(2);
    const { host, pathname } = new URL(made.url);
    const output = running.output();
    expect(output).toContain(`The database ${host}${pathname} cannot be used. It ${MADE_BEFORE}`);
    expect(output).toContain('Nothing was changed. Name an empty database in DATABASE_URL');
    expect(await inDatabase(made.url, unreleasedContent)).toEqual(content);
    await made.drop();
  });

  it('is refused in a data folder by dev, which names the folder', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tripline-unreleased-'));
    await chmod(dataDir, 0o755);
    const folder = { dataDir, log: () => undefined };
    const before = await startEmbeddedPostgres(folder);
    await inDatabase(before.url, leaveUnreleasedSchema);
    const content = await inDatabase(before.url, unreleasedContent);
    await before.stop();

    running = startDev(dataDir, { command: CHECKOUT_COMMAND });
    expect(await running.ended).toBe(2);
    const output = running.output();
    expect(output).toContain(`The data folder ${dataDir} cannot be used. It ${MADE_BEFORE}`);
    expect(output).toContain('Nothing was changed. Move it away, or name another one in DATA_DIR.');

    const after = await startEmbeddedPostgres(folder);
    expect(await inDatabase(after.url, unreleasedContent)).toEqual(content);
    await after.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 120_000);
});
