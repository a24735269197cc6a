import { countUnread, noteTripUnread } from '../../store/coverage/index.ts';
import type { ReconcileWork } from './pace.ts';

/** Goes on without a trip that cannot be read: this walk asks for it no more, so that it holds up nothing behind it. */
export async function deferToNextRun(
  { deps, run: { fleetId, id } }: Pick<ReconcileWork, 'deps' | 'run'>,
  trip: { readonly driverId: string; readonly tripId: string; readonly reason: string },
): Promise<void> {
  const { driverId, tripId, reason } = trip;
  deps.log.warn(
    { fleet: fleetId, driver: driverId, trip: tripId, reason },
    'this trip cannot be read; the next walk asks for it',
  );
  await noteTripUnread(deps.db, { fleetId, id, driverId, tripId });
}

/** What a walk says of the trips that it went on without; undefined: there were none. */
export async function problemOfUnread({
  deps,
  run,
}: Pick<ReconcileWork, 'deps' | 'run'>): Promise<string | undefined> {
  const count = await countUnread(deps.db, run);
  if (count === 0) return undefined;
  const trips = count === 1 ? 'One trip' : `${count} trips`;
  return `${trips} could not be read; the next walk asks for ${count === 1 ? 'it' : 'them'}.`;
}
