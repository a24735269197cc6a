import type { Config } from '../config.ts';
import { connectTemporal } from '../server/temporalConnection.ts';
import { temporalSettings } from '../server/temporalSettings.ts';
import { workersSeen } from '../server/workersSeen.ts';
import { attempt } from './doctorCheck.ts';
import type { Check } from './doctorCheck.ts';
import { workersInWords } from './doctorWorkerWords.ts';

const WITHIN_MS = 10_000;

/** Asks Temporal which workers take work, in which builds, and what stays on old ones. */
export function doctorWorkers({ temporal }: Config): Promise<Check> {
  return attempt(
    'workers',
    async () => {
      const { connection, within, close } = connectTemporal(temporalSettings(temporal), { retries: false });
      try {
        return workersInWords(
          await within(WITHIN_MS, () => workersSeen(connection.workflowService, temporal)),
        );
      } finally {
        await close();
      }
    },
    'Temporal could not be asked for its workers.',
  );
}
