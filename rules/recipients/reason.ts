/** The reason why a route's default is used. */
export type DefaultReason =
  | 'in_no_group'
  | 'groups_unknown'
  | 'no_entry_for_groups'
  | 'no_value'
  | 'no_entry_for_value'
  | 'no_driver'
  | 'no_channel'
  | 'reaches_no_one';

/**
 * The reason why a message goes to its recipient, as stored with the delivery. It holds names of documents and, of the driver's
 * values, only the entry's own key.
 */
// A type, not an interface, so that it is JSON to the compiler.
export type RecipientReason = {
  /** The name in the document: `route:regional-manager`. */
  readonly named: string;
  readonly route?: string;
  /** The key of the entry; absent: the default. */
  readonly entry?: string;
  /** The path of a route by attribute. */
  readonly attribute?: string;
  readonly default_because?: DefaultReason;
  /** The entry that the default replaces. */
  readonly instead_of?: string;
  readonly rotation?: string;
  readonly person?: string;
  /** The origin of a field of the driver record: `directory`, or the path into the service's attributes. */
  readonly origin?: string;
};

/** The fields of a receiver that explain it. */
interface Reasoned {
  readonly because?: RecipientReason;
  readonly person?: string;
  readonly rotation?: string;
}

/** Returns the reason why a message goes to a receiver; undefined: the document names the recipient itself. */
export function reasonOf({ because, person, rotation }: Reasoned): RecipientReason | undefined {
  if (because === undefined && rotation === undefined) return undefined;
  return {
    ...(because ?? { named: `rotation:${rotation}` }),
    ...(rotation !== undefined && { rotation }),
    ...(person !== undefined && { person }),
  };
}
