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
 * The reason why a message goes to its recipient, as stored with the delivery. It contains names of documents. Of the driver's
 * values, it contains only the key of the entry that applied.
 */
// Declared as a type, because TypeScript does not accept an interface where a JSON object is required.
export type RecipientReason = {
  /** The name in the document, such as `route:regional-manager`. */
  readonly named: string;
  readonly route?: string;
  /** Key of the route's entry. Absent: the default entry was used. */
  readonly entry?: string;
  /** Path of the attribute, for a route by attribute. */
  readonly attribute?: string;
  readonly default_because?: DefaultReason;
  /** Key of the entry that was replaced by the default entry. */
  readonly instead_of?: string;
  readonly rotation?: string;
  readonly person?: string;
  /** The origin of the driver record's field: `directory`, or a path in the service's attributes. */
  readonly origin?: string;
};

/** The fields of a receiver from which its reason is composed. */
interface Reasoned {
  readonly because?: RecipientReason;
  readonly person?: string;
  readonly rotation?: string;
}

/** Returns the reason why a message goes to a receiver. Returns `undefined` if the document names the receiver itself. */
export function reasonOf({ because, person, rotation }: Reasoned): RecipientReason | undefined {
  if (because === undefined && rotation === undefined) return undefined;
  return {
    ...(because ?? { named: `rotation:${rotation}` }),
    ...(rotation !== undefined && { rotation }),
    ...(person !== undefined && { person }),
  };
}
