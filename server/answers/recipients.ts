import type { RecipientGiven } from '../../rules/recipients/index.ts';
import { settingsFrom } from '../../rules/drivers/index.ts';
import type { Rotation, Route } from '../../rules/lint/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishedOfKinds } from '../../store/documents/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import { getDriverGroups } from '../../store/facts/index.ts';

/** By what recipients would be resolved now. @param driverId absent: for a message about no driver */
export async function recipientsNow(
  db: Db,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string | undefined },
): Promise<Omit<RecipientGiven, 'at' | 'onCall'>> {
  const documents = await publishedOfKinds(db, { fleetId, kinds: ['rotation', 'route', 'settings'] });
  const of = <T>(kind: string): ReadonlyMap<string, T> =>
    new Map(documents.filter((each) => each.kind === kind).map(({ id, body }) => [id, body as T]));
  const given = {
    rotations: of<Rotation>('rotation'),
    routes: of<Route>('route'),
    settings: settingsFrom(documents.find(({ kind }) => kind === 'settings')?.body),
  };
  if (driverId === undefined) return given;
  const { groups } = await getDriverGroups(db, { fleetId, driverId });
  const { drivers } = await driverSources(db, { fleetId, driverIds: [driverId] });
  return { ...given, driver: { groups, source: drivers.get(driverId) ?? {} } };
}
