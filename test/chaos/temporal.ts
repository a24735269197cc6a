import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { isOpen } from './readiness.ts';
import type { Program } from './supervised.ts';

const execute = promisify(execFile);

/**
 * Returns the program of Temporal's dev server with a database file, so that it keeps its state after a kill.
 * @param args.finder a script that prints the path of Temporal's command line
 */
export async function temporalProgram(args: {
  readonly folder: string;
  readonly port: number;
  readonly finder: string;
}): Promise<Program> {
  const { folder, port } = args;
  const { stdout } = await execute(process.execPath, [args.finder]);
  await mkdir(folder, { recursive: true });
  return {
    name: 'temporal',
    command: stdout.trim(),
    args: [
      'server',
      'start-dev',
      '--headless',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-filename',
      join(folder, 'temporal.db'),
      '--log-level',
      'error',
      '--sqlite-pragma',
      'journal_mode=WAL',
      '--sqlite-pragma',
      'synchronous=FULL',
      '--dynamic-config-value',
      'matching.enableFairness=true',
    ],
    environment: {},
    folder,
    isReady: () => isOpen(port),
    logFile: join(folder, 'temporal.log'),
  };
}

/** Counts running workflows of trips, and workflows of any kind that failed, timed out, or were terminated or cancelled. */
export async function countWorkflows(address: string): Promise<{ running: number; failed: number }> {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    const { workflow } = new Client({ connection });
    const count = async (query: string): Promise<number> => (await workflow.count(query)).count;
    return {
      running: await count(`WorkflowType = 'tripWorkflow' AND ExecutionStatus = 'Running'`),
      failed: await count(`ExecutionStatus IN ('Failed', 'TimedOut', 'Terminated', 'Canceled')`),
    };
  } finally {
    await connection.close();
  }
}
