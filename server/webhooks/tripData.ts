import { JsonText } from '../../store/db/index.ts';
import { keepNotificationData } from '../../store/trips/index.ts';
import type { TripInput } from '../../workflows/contracts/index.ts';
import type { ServerDependencies } from '../http/index.ts';

/**
 * Maximum number of writes at the same time. Data beyond this limit is not stored, so that an unavailable database does not fill
 * the memory.
 */
const MOST_AT_ONCE = 20;

let atOnce = 0;

/**
 * Stores the trip data that a notification contained, in case the trip itself never becomes readable. Runs in the background. A
 * failure loses no notification, because Temporal has stored it already.
 */
export function keepData(
  { database, log, workflows }: Pick<ServerDependencies, 'database' | 'log' | 'workflows'>,
  input: TripInput,
  text: string,
): void {
  const { fleet: fleetId, driverId, tripId, receivedAt, version } = input;
  if (atOnce >= MOST_AT_ONCE)
    return void log.warn({ fleet: fleetId }, 'the data of a notification was not stored');
  atOnce += 1;
  keepNotificationData(database.db, {
    fleetId,
    driverId,
    tripId,
    version,
    receivedAt: new Date(receivedAt),
    workflowId: workflows.tripId(input),
    data: new JsonText(text),
  })
    .catch((error: unknown) => {
      log.warn({ fleet: fleetId, err: error }, 'the data of a notification could not be stored');
    })
    .finally(() => {
      atOnce -= 1;
    });
}
