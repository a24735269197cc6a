import { transitionOf } from '../../../rules/escalation/index.ts';
import { recordAlert } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { decideDeletion, requestDeletion } from '../../../store/deletions/index.ts';
import { importDirectory } from '../../../store/drivers/index.ts';
import { planDelivery } from '../../../store/deliveries/index.ts';
import { answerIncident } from '../../../store/incidents/index.ts';

/** The arguments of a function of the store, of which some have a default here. */
type Given<F extends (db: Db, args: never) => unknown, K extends keyof Parameters<F>[1]> = Omit<
  Parameters<F>[1],
  K
> &
  Partial<Pick<Parameters<F>[1], K>>;

const version = 1;
const revision = 1;
const fleetId = 'north';

/** Stores an alert of version 1 of a rule about revision 1 of a trip: by default a raised warning. */
export const storeAlert = (
  db: Db,
  alert: Given<typeof recordAlert, 'fleetId' | 'version' | 'revision' | 'severity' | 'state' | 'at'>,
): ReturnType<typeof recordAlert> =>
  recordAlert(db, {
    fleetId,
    version,
    revision,
    severity: 'warning',
    state: 'raised',
    at: new Date(),
    ...alert,
  });

/** Plans a delivery of the first action of version 1 of a rule. */
export const storeDelivery = (
  db: Db,
  delivery: Given<typeof planDelivery, 'fleetId' | 'version' | 'revision' | 'actionIndex' | 'at'>,
): ReturnType<typeof planDelivery> =>
  planDelivery(db, { fleetId, version, revision, actionIndex: 0, at: new Date(), ...delivery });

/** Requests the deletion of a trip, by default with an approval that does not expire during a test. */
export const storeDeletion = (
  db: Db,
  deletion: Given<typeof requestDeletion, 'fleetId' | 'version' | 'approval' | 'expiresAt' | 'at'>,
): ReturnType<typeof requestDeletion> =>
  requestDeletion(db, {
    fleetId,
    version,
    approval: 'required',
    expiresAt: new Date('2126-01-01'),
    at: new Date(),
    ...deletion,
  });

/** Stores a person's answer to an approval request, by default Ann's. */
export const storeVerdict = (
  db: Db,
  verdict: Given<typeof decideDeletion, 'fleetId' | 'who' | 'at'>,
): ReturnType<typeof decideDeletion> =>
  decideDeletion(db, { fleetId, who: 'ann', at: new Date(), ...verdict });

/** Stores an answer to an incident. */
export const storeAnswer = (
  db: Db,
  answer: Given<typeof answerIncident, 'fleetId' | 'decide' | 'at'>,
): ReturnType<typeof answerIncident> =>
  answerIncident(db, { fleetId, decide: transitionOf, at: new Date(), ...answer });

/** Imports rows of a driver directory, by default for the fleet `north`, and keeps the others. */
export const storeDirectory = (
  db: Db,
  directory: Given<typeof importDirectory, 'fleetId' | 'who' | 'at' | 'prune' | 'dryRun'>,
): ReturnType<typeof importDirectory> =>
  importDirectory(db, { fleetId, who: 'ann', at: new Date(), prune: false, dryRun: false, ...directory });

/** Stores decided trips of today, of which a share that is deleted is computed. */
export async function storeFillers(db: Db, length: number): Promise<void> {
  const trip = { fleetId, driverId: 'filler', revision: 1, scoreUnrated: false, eventsKnown: true } as const;
  const trips = Array.from({ length }, (_each, index) => ({
    ...trip,
    tripId: `f-${index}`,
    firstReceivedAt: new Date(),
    state: 'decided' as const,
  }));
  await db.insertInto('trips').values(trips).execute();
}
