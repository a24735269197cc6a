import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestTemporal } from '../support/temporal/server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-temporal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withClient<T>(address: string, use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

it('keeps its workflows over a kill -9 of whoever started it, and ends the server that was left', async () => {
  const script = `
    import { startTestTemporal } from ${JSON.stringify(join(import.meta.dirname, '../support/temporal/server.ts'))};
    const server = await startTestTemporal(${JSON.stringify(folder)});
    console.log(server.address);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((done) =>
    child.stdout.once('data', (chunk: Buffer) => done(chunk.toString().trim())),
  );
  await withClient(address, (client) =>
    client.workflow.start('someWorkflow', { taskQueue: 'nobody', workflowId: 'kept' }),
  );
  child.kill('SIGKILL');
  await new Promise((done) => child.once('exit', done));

  const second = await startTestTemporal(folder);
  try {
    expect(second.wasLeftOver).toBe(true);
    const description = await withClient(second.address, (client) =>
      client.workflow.getHandle('kept').describe(),
    );
    expect(description.status.name).toBe('RUNNING');
  } finally {
    await second.stop();
  }
});

it('is not held up by a pid file that names someone else', async () => {
  await writeFile(join(folder, 'temporal.pid'), String(process.pid));
  const server = await startTestTemporal(folder);
  expect(server.wasLeftOver).toBe(false);
  await server.stop();
});
