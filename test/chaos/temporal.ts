import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import type { Program } from './supervised.ts';

const execute = promisify(execFile);
const FINDER = fileURLToPath(new URL('../support/findTemporal.ts', import.meta.url));

/** Temporal's dev server on a file, so that it knows everything again after a kill. */
export async function temporalProgram(folder: string, port: number): Promise<Program> {
  const { stdout } = await execute(process.execPath, ['--import', 'tsx', FINDER]);
  await mkdir(folder, { recursive: true });
  return {
    name: 'temporal',
    command: stdout.trim(),
    args: [
      ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port)],
      ...['--db-filename', join(folder, 'temporal.db'), '--log-level', 'error'],
      ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=FULL'],
    ],
    environment: {},
    folder,
    logFile: join(folder, 'temporal.log'),
  };
}

/** How many trips' workflows are still at work, and how many ended otherwise than well. */
export async function countTrips(address: string): Promise<{ running: number; failed: number }> {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    const { workflow } = new Client({ connection });
    const count = async (status: string): Promise<number> =>
      (await workflow.count(`WorkflowType = 'tripWorkflow' AND ${status}`)).count;
    return {
      running: await count(`ExecutionStatus = 'Running'`),
      failed: await count(`ExecutionStatus IN ('Failed', 'TimedOut', 'Terminated', 'Canceled')`),
    };
  } finally {
    await connection.close();
  }
}
