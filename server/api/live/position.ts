/** How far a reader has read. */
export interface Position {
  /** When the snapshot, or the earlier one of `within`, was taken, by the server's clock. */
  readonly at: Date;
  /** A snapshot: every event that it holds was read, but for what `within` says. */
  readonly seen: string;
  /** The page already read: events between `from` and `seen` were read up to `afterId`. */
  readonly within?: { readonly from: string; readonly afterId: string };
}

/** More transactions than this are never under way at once; longer ids would not fit a request's headers. */
const LONGEST = 8_000;
const SNAPSHOT = /^\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?$/;
const ID = /^\d{1,18}$/;

/** A position as the id of an event. Only web servers of the same database read it. */
export function idOfPosition({ at, seen, within }: Position): string {
  const parts = [at.getTime(), seen, ...(within ? [within.from, within.afterId] : [])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position that an id stands for; undefined when it stands for none. */
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

/** Whether PostgreSQL takes a text as a snapshot: it refuses numbers that are out of order with an error. */
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

/** Whether one snapshot knows of transactions that had not begun at the other: of the same database, it is the later one. */
export function isAhead(one: string, other: string): boolean {
  const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1]!);
  return xmaxOf(one) > xmaxOf(other);
}
