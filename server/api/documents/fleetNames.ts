import { attributePaths, issueAt, pointerTo, sentence } from '../../../rules/documents/index.ts';
import type { FleetNames } from '../../../rules/schemas/index.ts';
import { fleetNamesIn, unknownFleetNames } from '../../../rules/lint/index.ts';
import type { DocumentIssue, NamesFleet } from '../../../rules/lint/index.ts';
import { isStorableId } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { unknownDrivers } from '../../../store/drivers/index.ts';
import { knownGroups, listGroups, newestAttributes } from '../../../store/facts/index.ts';
import { unknownDriverWords } from '../http/index.ts';

/** Number of drivers whose attributes are read: enough to see every attribute name in use. */
const DRIVERS = 500;

/** Returns the names that only this fleet uses: its groups, and the attributes of the drivers that were read. */
export async function storedFleetNames(db: Db, fleetId: string): Promise<FleetNames> {
  const [groups, attributes] = await Promise.all([
    listGroups(db, fleetId),
    newestAttributes(db, { fleetId, drivers: DRIVERS }),
  ]);
  return { groups, attributePaths: attributePaths(attributes) };
}

/** A document that may name groups, attributes and, in its scope, drivers. */
type Named = NamesFleet & {
  readonly scope?:
    | {
        readonly drivers?: readonly string[] | undefined;
        readonly exclude_drivers?: readonly string[] | undefined;
      }
    | undefined;
};

/**
 * Returns warnings about groups, driver attributes and drivers in a document that are unknown in the fleet.
 * Names are checked only if the fleet's own names were read.
 */
export async function fleetWarnings(
  db: Db,
  fleetId: string,
  document: Named,
): Promise<readonly DocumentIssue[]> {
  const named = fleetNamesIn(document);
  const groups = named.has('group') ? await knownGroups(db, fleetId) : undefined;
  const attributePaths = named.has('attribute')
    ? ((await storedFleetNames(db, fleetId)).attributePaths ?? [])
    : [];
  return [
    ...unknownFleetNames(document, {
      groups,
      // While no driver's attributes are stored, attribute names cannot be checked.
      ...(attributePaths.length > 0 && { attributePaths }),
    }),
    ...(await unknownInScope(db, { fleetId, document, field: 'drivers' })),
    ...(await unknownInScope(db, { fleetId, document, field: 'exclude_drivers' })),
  ];
}

/**
 * Returns warnings about drivers in a scope for whom nothing is stored. Their ids are mistyped, or they have
 * not driven yet.
 */
async function unknownInScope(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly document: Named;
    readonly field: 'drivers' | 'exclude_drivers';
  },
): Promise<DocumentIssue[]> {
  const { fleetId, document, field } = args;
  const named = document.scope?.[field] ?? [];
  if (named.length === 0) return [];
  const unknown = await unknownDrivers(db, { fleetId, driverIds: named.filter(isStorableId) });
  return unknown.map((driver) => {
    const effect = field === 'drivers' ? sentence('appliesToNone') : sentence('excludesNone');
    return issueAt(
      pointerTo(`/scope/${field}`, named.indexOf(driver.driverId)),
      sentence('unknownInScope', { what: unknownDriverWords(driver), effect }),
    );
  });
}
