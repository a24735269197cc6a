import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  TEMPORAL_TEST_SERVER,
  findTemporalCli,
  packagedProgram,
  startTemporalServer,
} from '../../../cli/embedded/index.ts';
import type { TemporalServer } from '../../../cli/embedded/index.ts';

/** A real Temporal dev server on a file of its own. */
export async function startTestTemporal(dataDir?: string): Promise<TemporalServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'tripline-temporal-')));
  const cliPath = process.env['TEMPORAL_CLI_PATH'];
  const executable = await findTemporalCli({
    ...(cliPath ? { cliPath } : {}),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  const server = await startTemporalServer({ executable, dataDir: folder, port: 0, uiPort: 0 });
  return {
    ...server,
    async stop() {
      await server.stop();
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Temporal's time-skipping server: timers of a day pass in a moment. It has no schedules and no visibility lists. */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const path = await packagedProgram(TEMPORAL_TEST_SERVER, {
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
}
