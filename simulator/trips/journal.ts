import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SimulatedTrip } from './trip.ts';

/** A line of the journal. */
type Entry =
  | { readonly trip: SimulatedTrip }
  | { readonly deleted: { readonly driverIndex: number; readonly tripId: string } }
  | { readonly sending: number; readonly body: unknown }
  | { readonly settled: number };

/** State that an earlier run left: stored trips, deleted trips, and notifications without a final outcome. */
export interface Remembered {
  readonly trips: readonly SimulatedTrip[];
  readonly deleted: readonly { readonly driverIndex: number; readonly tripId: string }[];
  readonly unsettled: readonly unknown[];
}

/** File with one line for each change, so that the simulated service continues after a restart, even after a crash. */
export class Journal {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the journal, and rewrites it without old trips and without notifications.
   * @param path path of the file, which is created if it does not exist
   * @param options.dropBeforeMs trips that ended before this time are removed; deletions are kept
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

  deleted(driverIndex: number, tripId: string): void {
    this.#write({ deleted: { driverIndex, tripId } });
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
  const keyOf = (of: { driverIndex: number; tripId: string }): string => `${of.driverIndex} ${of.tripId}`;
  const trips = new Map<string, SimulatedTrip>();
  const deleted = new Map<string, { driverIndex: number; tripId: string }>();
  const unsettled = new Map<number, unknown>();
  for (const entry of entries) {
    if ('trip' in entry) trips.set(keyOf(entry.trip), entry.trip);
    else if ('deleted' in entry) deleted.set(keyOf(entry.deleted), entry.deleted);
    else if ('sending' in entry) unsettled.set(entry.sending, entry.body);
    else unsettled.delete(entry.settled);
  }
  const young = [...trips.values()].filter((trip) => trip.endMs >= dropBeforeMs);
  return { trips: young, deleted: [...deleted.values()], unsettled: [...unsettled.values()] };
}
