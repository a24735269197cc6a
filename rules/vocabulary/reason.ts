/** The kinds of values that a reason may name. */
export type ValueKind = 'null' | 'flag' | 'number' | 'text' | 'time' | 'date' | 'list' | 'object';

/** Names of the reasons why a value is unknown. Each has a text in the catalogue: `decisions.because_…`. */
export type ReasonCode =
  | 'notSent'
  | 'notKnown'
  | 'notRated'
  | 'noEvents'
  | 'noEnd'
  | 'noStart'
  | 'noPath'
  | 'noSpeedProfile'
  | 'noTripDistance'
  | 'zeroDistance'
  | 'noEventTimes'
  | 'noEventSpeeds'
  | 'clockAhead'
  | 'someEvents'
  | 'unreadEvents'
  | 'someDistances'
  | 'someDurations'
  | 'noDistanceInWindow'
  | 'noTimeInWindow'
  | 'noHistory'
  | 'noGroups'
  | 'groupsNotRead'
  | 'noGroup'
  | 'severalGroups'
  // The service has no scores of the driver (`of`), the fleet or the group for a date.
  | 'noScores'
  | 'onDate'
  // A deletion by Tripline lies between the scores of a change.
  | 'deletingNow'
  | 'readBefore'
  | 'scoreNotRead'
  | 'endedBefore'
  | 'noScoreAfter'
  | 'notRatedAfter'
  | 'noAttribute'
  | 'textTooLong'
  | 'listTooLong'
  | 'wrongKind'
  | 'unsupported'
  | 'otherUnknown'
  | 'notComparable'
  // The normaliser's note about a field of the service.
  | 'noted'
  | `kind_${ValueKind}`;

/** The reason why a value is unknown, as data: the name of its text and the values in it. */
export interface Reason {
  readonly code: ReasonCode;
  readonly values?: Readonly<Record<string, string | number | Reason>>;
}

/** The reason of a value without another one. */
export const NOT_KNOWN: Reason = { code: 'notKnown' };

/** Returns a kind of value as part of a reason. */
export function kindReason(kind: ValueKind): Reason {
  return { code: `kind_${kind}` };
}

/** Returns the reason and those inside it, the outermost first. */
export function reasonsIn(reason: Reason): readonly Reason[] {
  const inner = Object.values(reason.values ?? {}).filter((value) => typeof value === 'object');
  return [reason, ...inner.flatMap(reasonsIn)];
}

/** Returns a reason without its dates, so that it is the same for every trip of its kind. */
export function withoutDates(reason: Reason): Reason {
  if (reason.values === undefined) return reason;
  const values = Object.entries(reason.values).map(
    ([name, value]) =>
      [name, typeof value === 'object' ? withoutDates(value) : isDate(value) ? ANY : value] as const,
  );
  return { code: reason.code, values: Object.fromEntries(values) };
}

/** Stands for any date in a reason. */
const ANY = 'any';

function isDate(value: string | number): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
