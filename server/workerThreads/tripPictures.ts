import { pngSource } from '../../messages/format/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import type { IncidentPlace } from '../../rules/escalation/index.ts';
import type { TraceLeaf } from '../../rules/evaluation/index.ts';
import type { Db } from '../../store/db/index.ts';
import { getTripToDraw, tripContentMark } from '../../store/trips/index.ts';
import type { TripKey } from '../../store/trips/index.ts';
import { THREADS, TaskEndedError, ThreadsBusyError } from './pool.ts';
import type { TripShown } from './tasks.ts';

/** A trip's path in the form that pages show. */
export interface DrawnTrip {
  /** The picture as an image's `src`. The text contains no positions. Undefined if there is nothing to draw. */
  readonly pictureSource?: string;
  /** The place of the events that the incident is about. */
  readonly place?: IncidentPlace;
}

/** Maximum number of bytes of stored pictures. */
const KEPT_BYTES = 16_777_216;
/** Assumed bytes of an entry in addition to its picture. */
const ENTRY_BYTES = 1_024;

/** Pictures by trip, content and options. The most recently used one is last. */
const kept = new Map<string, DrawnTrip>();
let keptBytes = 0;
/** Pictures that are being drawn. Concurrent callers wait for the same one. */
const underWay = new Map<string, Promise<DrawnTrip>>();

/**
 * Returns the trip's path as a picture. It is drawn in a thread and stored until the trip's content changes. Without a picture if
 * the threads are busy or drawing takes too long.
 * @param options `language` is the language of the picture's legend. `leaves` are the conditions of an incident's rule, from
 * which its place is determined.
 */
export async function drawnTrip(
  db: Db,
  { fleetId, driverId, tripId }: TripKey,
  options: {
    readonly language?: MessageFleet['language'];
    readonly leaves?: readonly TraceLeaf[];
  } = {},
): Promise<DrawnTrip> {
  const { language = 'en', leaves = [] } = options;
  const trip = { fleetId, driverId, tripId };
  const mark = await tripContentMark(db, trip);
  if (mark === undefined) return {};
  const name = JSON.stringify([
    fleetId,
    driverId,
    tripId,
    mark,
    language,
    leaves.map(({ params }) => params?.['type']),
  ]);
  const found = kept.get(name);
  if (found) {
    kept.delete(name);
    kept.set(name, found);
    return found;
  }
  const drawing =
    underWay.get(name) ?? draw(db, trip, { language, leaves }).finally(() => underWay.delete(name));
  underWay.set(name, drawing);
  try {
    const drawn = await drawing;
    keep(name, drawn);
    return drawn;
  } catch (error) {
    if (error instanceof ThreadsBusyError || error instanceof TaskEndedError) return {};
    throw error;
  }
}

async function draw(db: Db, key: TripKey, asked: Pick<TripShown, 'language' | 'leaves'>): Promise<DrawnTrip> {
  const sections = await getTripToDraw(db, key);
  const bytes = (sections.path?.length ?? 0) + (sections.speedProfile?.length ?? 0);
  const { png, place } = await THREADS.run(
    'drawTrip',
    { ...sections, ...asked },
    { bytes, whose: key.fleetId },
  );
  return {
    ...(png && { pictureSource: pngSource(png) }),
    ...(place && { place }),
  };
}

function keep(name: string, drawn: DrawnTrip): void {
  if (kept.has(name)) return;
  kept.set(name, drawn);
  keptBytes += sizeOf(name, drawn);
  for (const [oldest, each] of kept) {
    if (keptBytes <= KEPT_BYTES) return;
    kept.delete(oldest);
    keptBytes -= sizeOf(oldest, each);
  }
}

function sizeOf(name: string, { pictureSource = '' }: DrawnTrip): number {
  return ENTRY_BYTES + 2 * name.length + pictureSource.length;
}
