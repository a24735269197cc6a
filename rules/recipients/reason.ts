/** Why a route's default is used. */
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
 * Why a message goes to its recipient, as it is stored with the delivery. It holds names of documents and no value of the driver
 * beside the entry's own key.
 */
// A type, not an interface, so that it is JSON to the compiler.
export type RecipientReason = {
  /** As the document names it: `route:regional-manager`. */
  readonly named: string;
  readonly route?: string;
  /** The key of the entry; absent: the default. */
  readonly entry?: string;
  /** Of a route by attribute: its path. */
  readonly attribute?: string;
  readonly default_because?: DefaultReason;
  /** The entry in whose place the default stands. */
  readonly instead_of?: string;
  readonly rotation?: string;
  readonly person?: string;
  /** Of a field of the driver record: `directory`, or the path into the service's attributes. */
  readonly origin?: string;
};

/** A receiver, as far as why it is one goes. */
interface Reasoned {
  readonly because?: RecipientReason;
  readonly person?: string;
  readonly rotation?: string;
}

/** Why a message goes to a receiver; undefined: the document names the recipient itself. */
export function reasonOf({ because, person, rotation }: Reasoned): RecipientReason | undefined {
  if (because === undefined && rotation === undefined) return undefined;
  return {
    ...(because ?? { named: `rotation:${rotation}` }),
    ...(rotation !== undefined && { rotation }),
    ...(person !== undefined && { person }),
  };
}
