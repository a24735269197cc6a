/** Kinds of values that a reason may mention. */
export type ValueKind = 'null' | 'flag' | 'number' | 'text' | 'time' | 'date' | 'list' | 'object';

/** Codes of the reasons why a value is unknown. Each code has a text in the catalogue: `decisions.because_…`. */
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
  // The service has no score for a date. The value `of` says whether of the driver, the fleet or the group.
  | 'noScores'
  | 'onDate'
  // Tripline deleted a trip between the two scores of a score change.
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
  // The normaliser's note about a field in the service's data.
  | 'noted'
  | `kind_${ValueKind}`;

/** The reason why a value is unknown, as data: a code, and the values for its text. */
export interface Reason {
  readonly code: ReasonCode;
  readonly values?: Readonly<Record<string, string | number | Reason>>;
}

/** The reason of an unknown value for which no specific reason is given. */
export const NOT_KNOWN: Reason = { code: 'notKnown' };

/** Returns a kind of value in the form of a reason, so that it can be a value inside another reason. */
export function kindReason(kind: ValueKind): Reason {
  return { code: `kind_${kind}` };
}

/** Returns a reason and the reasons inside it, the outermost first. */
export function reasonsIn(reason: Reason): readonly Reason[] {
  const inner = Object.values(reason.values ?? {}).filter((value) => typeof value === 'object');
  return [reason, ...inner.flatMap(reasonsIn)];
}

/** Returns a reason without its dates, so that the same reason can be counted over many trips. */
export function withoutDates(reason: Reason): Reason {
  if (reason.values === undefined) return reason;
  const values = Object.entries(reason.values).map(
    ([name, value]) =>
      [name, typeof value === 'object' ? withoutDates(value) : isDate(value) ? ANY : value] as const,
  );
  return { code: reason.code, values: Object.fromEntries(values) };
}

/** Replacement of a date in a reason. */
const ANY = 'any';

function isDate(value: string | number): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
