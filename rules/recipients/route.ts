import type { Route, RouteEntry, Settings } from '../documents/index.ts';
import { attributeText } from '../drivers/index.ts';
import type { DriverSource } from '../drivers/index.ts';
import { DRIVER_FIELD_NAMES, LIMITS } from '../vocabulary/index.ts';
import type { DriverField } from '../vocabulary/index.ts';
import { channelsOfEntry, namedOf, routesNamed } from './names.ts';
import type { NamesReceivers } from './names.ts';
import type { RecipientReason } from './reason.ts';
import { receiversNamed } from '../channels/index.ts';

/** The recipient routes that documents may name, by id. */
export type Routes = ReadonlyMap<string, Route>;

/** The data of the driver for whom recipients are resolved. */
export interface RecipientDriver {
  /** The driver's groups; undefined if unknown. */
  readonly groups: readonly string[] | undefined;
  /** The driver's row in the directory, and the attributes in the newest score reading. */
  readonly source: DriverSource;
}

/** The data of a driver that is needed to resolve recipients. */
export interface RecipientNeeds {
  readonly groups: boolean;
  /** Whether the directory's row and the attributes are needed. */
  readonly record: boolean;
}

/** Returns which data of a driver are needed to resolve receivers. */
export function recipientNeeds(notify: readonly NamesReceivers[], routes: Routes): RecipientNeeds {
  const named = routesNamed(notify).flatMap((id) => routes.get(id) ?? []);
  const isOfDriver = (channel: string, receiver: string): boolean =>
    namedOf(channel, receiver).kind === 'driver';
  return {
    groups: named.some(({ by }) => by === 'group'),
    record:
      named.some(
        (route) =>
          route.by === 'attribute' ||
          [...Object.values(route.entries), route.default].some((entry) =>
            channelsOfEntry(entry).some(({ channel, names }) =>
              names.some((name) => isOfDriver(channel, name)),
            ),
          ),
      ) || notify.some((way) => receiversNamed(way).some(({ receiver }) => isOfDriver(way.type, receiver))),
  };
}

/** An entry of a route that applies to a driver, with the reason. */
export interface ChosenEntry {
  readonly entry: RouteEntry;
  readonly because: RecipientReason;
}

/**
 * Returns the entries of a route that apply to a driver. If there are none, `none` contains the reason why the default is used.
 */
export function entriesFor(
  route: Route,
  {
    driver,
    settings,
  }: { readonly driver?: RecipientDriver | undefined; readonly settings: Pick<Settings, 'driver_fields'> },
): { readonly chosen: readonly ChosenEntry[]; readonly none: RecipientReason } {
  const named = `route:${route.id}`;
  const none = (default_because: RecipientReason['default_because']) => ({
    chosen: [],
    none: { named, route: route.id, ...(default_because && { default_because }), ...attributeOf(route) },
  });
  if (!driver) return none('no_driver');
  if (route.by === 'group') {
    if (!driver.groups) return none('groups_unknown');
    const keys = [...new Set(driver.groups)].filter((group) => Object.hasOwn(route.entries, group)).sort();
    if (keys.length === 0) return none(driver.groups.length === 0 ? 'in_no_group' : 'no_entry_for_groups');
    return {
      ...none(undefined),
      chosen: keys.map((entry) => ({
        entry: route.entries[entry]!,
        because: { named, route: route.id, entry },
      })),
    };
  }
  const value = valueOf(route.attribute ?? '', driver.source, settings);
  if (value === undefined) return none('no_value');
  if (!Object.hasOwn(route.entries, value)) return none('no_entry_for_value');
  const because = { named, route: route.id, entry: value, ...attributeOf(route) };
  return { ...none(undefined), chosen: [{ entry: route.entries[value]!, because }] };
}

function attributeOf({ by, attribute }: Route): Pick<RecipientReason, 'attribute'> {
  return by === 'attribute' && attribute !== undefined ? { attribute } : {};
}

/**
 * Returns the field of the driver record that is read from a path. A field that the settings do not map has the path `$.FIELD`.
 */
export function recordFieldAt(
  path: string,
  { driver_fields: mapped }: Pick<Settings, 'driver_fields'>,
): DriverField | undefined {
  return DRIVER_FIELD_NAMES.find((name) => (mapped[name] ?? `$.${name}`) === path);
}

/**
 * Returns the driver's value at a path. If the path belongs to a field of the driver record, the directory takes precedence, as
 * it does in the record.
 */
function valueOf(
  path: string,
  { directory, attributes }: DriverSource,
  settings: Pick<Settings, 'driver_fields'>,
): string | undefined {
  const field = recordFieldAt(path, settings);
  const listed = field === undefined ? undefined : directory?.[field];
  return listed ?? attributeText(attributes, path, LIMITS.idLength);
}
