/** Position up to which a reader has read the events. */
export interface Position {
  /** Server time at which the snapshot was taken. With `within`, the time of the earlier snapshot. */
  readonly at: Date;
  /** PostgreSQL snapshot. The reader has read every event in it, except as `within` says. */
  readonly seen: string;
  /** Position between two snapshots: the events between `from` and `seen` were read only up to `afterId`. */
  readonly within?: { readonly from: string; readonly afterId: string };
}

/**
 * Longest id of a position. A longer one would need more concurrent transactions than there ever are, and
 * would not fit a request's headers.
 */
const LONGEST = 8_000;
const SNAPSHOT = /^\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?$/;
const ID = /^\d{1,18}$/;

/** Returns a position as the id of an event. Only web servers of the same database can use the id. */
export function idOfPosition({ at, seen, within }: Position): string {
  const parts = [at.getTime(), seen, ...(within ? [within.from, within.afterId] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Returns the position that an event's id encodes, or `undefined` for an invalid id. */
export function positionOfId(id: string): Position | undefined {
  if (id.length > LONGEST) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [millis, seen, from, afterId] = parts as readonly unknown[];
  const at = new Date(typeof millis === 'number' ? millis : NaN);
  if (Number.isNaN(at.getTime()) || !isSnapshot(seen)) return undefined;
  if (parts.length === 2) return { at, seen };
  if (parts.length !== 4 || !isSnapshot(from) || typeof afterId !== 'string' || !ID.test(afterId))
    return undefined;
  return { at, seen, within: { from, afterId } };
}

/**
 * Returns whether PostgreSQL accepts a text as a snapshot. PostgreSQL reports an error for numbers that are
 * out of order.
 */
function isSnapshot(text: unknown): text is string {
  if (typeof text !== 'string' || !SNAPSHOT.test(text)) return false;
  const [xmin, xmax, underWay = ''] = text.split(':') as [string, string, string];
  let before = BigInt(xmin);
  if (before < 1n || before > BigInt(xmax)) return false;
  for (const each of underWay === '' ? [] : underWay.split(',').map(BigInt)) {
    if (each < before || each >= BigInt(xmax)) return false;
    before = each;
  }
  return true;
}

/**
 * Returns whether the first snapshot is later than the second: it knows transactions that had not begun at
 * the second. Both must be of the same database.
 */
export function isAhead(one: string, other: string): boolean {
  const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1]!);
  return xmaxOf(one) > xmaxOf(other);
}
