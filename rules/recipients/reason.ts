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

/** The reason as a sentence without its full stop, such as `Route regional-manager, entry north: the driver is in the group north`. */
export function whyRecipient(reason: RecipientReason): string {
  const { named, route, rotation, person, origin } = reason;
  const driver = named === 'driver:email' ? 'The driver' : 'The driver’s manager';
  const parts = [
    ...(route === undefined ? [] : [`Route ${route}, ${entryInWords(reason)}`]),
    ...(origin === undefined ? [] : [`${driver}, from ${originInWords(origin)}`]),
    ...(rotation === undefined
      ? []
      : [`On call in the rotation ${rotation}${person === undefined ? '' : `: ${person}`}`]),
  ];
  return parts.length === 0 ? `Named as ${named}` : parts.join('. ');
}

function originInWords(origin: string): string {
  return origin === 'directory' ? 'the directory' : `the attribute ${origin}`;
}

function entryInWords({ entry, attribute, default_because, instead_of }: RecipientReason): string {
  if (entry !== undefined)
    return attribute === undefined
      ? `entry ${entry}: the driver is in the group ${entry}`
      : `entry ${entry}: the driver’s ${attribute}`;
  switch (default_because) {
    case 'in_no_group':
      return 'default: the driver is in no group';
    case 'groups_unknown':
      return 'default: the driver’s groups were not known';
    case 'no_entry_for_groups':
      return 'default: no group of the driver has an entry';
    case 'no_value':
      return `default: the driver has no ${attribute}`;
    case 'no_entry_for_value':
      return `default: the value of the driver’s ${attribute} has no entry`;
    case 'no_channel':
      return `default: the entry ${instead_of} has no recipient of this channel`;
    case 'reaches_no_one':
      return `default: the entry ${instead_of} reaches no one`;
    default:
      return 'default: the message is not about one driver';
  }
}
