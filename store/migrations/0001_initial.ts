import type { Kysely, Migration } from 'kysely';
import { createAlerts } from './0001_alerts.ts';
import { createDeliveries } from './0001_deliveries.ts';
import { createDigests } from './0001_digests.ts';
import { createDocuments } from './0001_documents.ts';
import { createHistory } from './0001_history.ts';
import { createIdentity } from './0001_identity.ts';
import { createIncidents } from './0001_incidents.ts';
import { createInstallation } from './0001_installation.ts';
import { createLive } from './0001_live.ts';
import { createTrips } from './0001_trips.ts';

/** The schema of the first release, 0.1.0. */
export const initial: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await createInstallation(db);
  await createIdentity(db);
  await createDocuments(db);
  await createTrips(db);
  await createAlerts(db);
  await createIncidents(db);
  await createDigests(db);
  // Deliveries come after alerts, incidents and digest runs, because they refer to them.
  await createDeliveries(db);
  await createHistory(db);
  await createLive(db);
}
