import { pngSource } from '../../messages/format/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import type { IncidentPlace } from '../../rules/escalation/index.ts';
import type { TraceLeaf } from '../../rules/evaluation/index.ts';
import type { Db } from '../../store/db/index.ts';
import { getTripToDraw, tripContentMark } from '../../store/trips/index.ts';
import type { TripKey } from '../../store/trips/index.ts';
import { THREADS, TaskEndedError, ThreadsBusyError } from './pool.ts';
import type { TripShown } from './tasks.ts';

/** A trip's way as pages show it. */
export interface DrawnTrip {
  /** For the `src` of an image; it prints no position. Undefined when there is nothing to draw. */
  readonly pictureSource?: string;
  /** Where what an incident is about happened. */
  readonly place?: IncidentPlace;
}

/** Pictures that are stored, in bytes. */
const KEPT_BYTES = 16_777_216;
/** Bytes that an entry takes beside its picture. */
const ENTRY_BYTES = 1_024;

/** Pictures by trip, content and options; the most recently used is last. */
const kept = new Map<string, DrawnTrip>();
let keptBytes = 0;
/** Pictures that are being drawn: concurrent callers wait for the same one. */
const underWay = new Map<string, Promise<DrawnTrip>>();

/**
 * The trip's path as a picture, drawn in a thread and kept for as long as the trip's content stays as it is. A page is shown
 * without it when the threads are busy or the drawing takes too long.
 * @param options `language` of the picture's legend; `leaves`: the conditions of the rule that an incident is about, for its
 * place
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
