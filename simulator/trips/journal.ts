import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SimulatedTrip } from './trip.ts';

/** A trip that was deleted. */
type Deleted = Pick<SimulatedTrip, 'driverIndex' | 'tripId' | 'endMs'>;

/** One line of the journal. */
type Entry =
  | { readonly trip: SimulatedTrip }
  | { readonly deleted: Deleted }
  | { readonly sending: number; readonly body: unknown }
  | { readonly settled: number };

/** State that an earlier run left: stored trips, deleted trips, and notifications without a final outcome. */
export interface Remembered {
  readonly trips: readonly SimulatedTrip[];
  readonly deleted: readonly Deleted[];
  readonly unsettled: readonly unknown[];
}

/** File with one line for each change, so that the simulated service continues after a restart, even after a crash. */
export class Journal {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the journal, and rewrites it without completed notifications and old trips.
   * @param path the file; created when it does not exist
   * @param options.dropBeforeMs trips that ended earlier are removed, with their deletions
   */
  static open(
    path: string,
    options: { readonly dropBeforeMs: number },
  ): { journal: Journal; remembered: Remembered } {
    mkdirSync(dirname(path), { recursive: true });
    const remembered = replay(entriesOf(path), options.dropBeforeMs);
    const journal = new Journal(path);
    const kept: Entry[] = [
      ...remembered.trips.map((trip) => ({ trip })),
      ...remembered.deleted.map((deleted) => ({ deleted })),
    ];
    writeFileSync(`${path}.new`, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    renameSync(`${path}.new`, path);
    return { journal, remembered };
  }

  /** Records a trip that was added or changed. */
  trip(trip: SimulatedTrip): void {
    this.#write({ trip });
  }

  deleted({ driverIndex, tripId, endMs }: Deleted): void {
    this.#write({ deleted: { driverIndex, tripId, endMs } });
  }

  /** Records a notification that will be sent. @param id number that is unique in this run */
  sending(id: number, body: unknown): void {
    this.#write({ sending: id, body });
  }

  /** Records that a notification was delivered or given up. */
  settled(id: number): void {
    this.#write({ settled: id });
  }

  #write(entry: Entry): void {
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }
}

function entriesOf(path: string): Entry[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as Entry];
      } catch {
        // Ignores an incomplete line, which a run that was killed while writing leaves at the end.
        return [];
      }
    });
}

function replay(entries: readonly Entry[], dropBeforeMs: number): Remembered {
  const keyOf = ({ driverIndex, tripId }: Deleted): string => `${driverIndex} ${tripId}`;
  const trips = new Map<string, SimulatedTrip>();
  const deleted = new Map<string, Deleted>();
  const unsettled = new Map<number, unknown>();
  for (const entry of entries) {
    if ('trip' in entry) trips.set(keyOf(entry.trip), entry.trip);
    else if ('deleted' in entry) deleted.set(keyOf(entry.deleted), entry.deleted);
    else if ('sending' in entry) unsettled.set(entry.sending, entry.body);
    else unsettled.delete(entry.settled);
  }
  const youngOf = <T extends Deleted>(all: ReadonlyMap<string, T>): T[] =>
    [...all.values()].filter(({ endMs }) => endMs >= dropBeforeMs);
  return { trips: youngOf(trips), deleted: youngOf(deleted), unsettled: [...unsettled.values()] };
}
