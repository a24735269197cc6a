import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SimulatedTrip } from './trip.ts';

/** One line of the journal. */
type Entry =
  | { readonly trip: SimulatedTrip }
  | { readonly deleted: { readonly driverIndex: number; readonly tripId: string } }
  | { readonly sending: number; readonly body: unknown }
  | { readonly settled: number };

/** The state that an earlier run left: its own trips, the deleted ones, and notifications that were not accepted yet. */
export interface Remembered {
  readonly trips: readonly SimulatedTrip[];
  readonly deleted: readonly { readonly driverIndex: number; readonly tripId: string }[];
  readonly unsettled: readonly unknown[];
}

/** A file that lets the service be the same one after a restart, however it ended: a line for each change. */
export class Journal {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the journal and writes it again without what is over.
   * @param path the file; made when it is not there
   * @param options.forgetBeforeMs trips that ended earlier are removed, and deletions of them
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

  /** A trip that was added or changed. */
  trip(trip: SimulatedTrip): void {
    this.#write({ trip });
  }

  deleted(driverIndex: number, tripId: string): void {
    this.#write({ deleted: { driverIndex, tripId } });
  }

  /** A notification that is to go out. @param id unique in this run */
  sending(id: number, body: unknown): void {
    this.#write({ sending: id, body });
  }

  /** A notification that was taken or given up. */
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
        // The last line of a run that was killed while it wrote.
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
