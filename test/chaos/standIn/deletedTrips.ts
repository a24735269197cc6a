import { JournalReader, openJournal } from '../journal.ts';
import { DELETION } from '../oracle.ts';

/** A deletion in the journal. */
export interface DeletionEntry {
  readonly receiver: string;
  readonly driver: string;
  readonly trip: string;
  /** Whether the trip existed until then. Further requests to delete it are recorded as well. */
  readonly wasThere: boolean;
}

/** Trips that were deleted at the service. Each is on disk before its request is answered. */
export class DeletedTrips {
  readonly #gone = new Set<string>();
  readonly #journal;

  constructor(path: string) {
    this.#journal = openJournal(path);
    new JournalReader(path).read((entry) => {
      const { driver, trip } = entry as DeletionEntry;
      this.#gone.add(keyOf(driver, trip));
    });
  }

  has(driver: string, trip: string): boolean {
    return this.#gone.has(keyOf(driver, trip));
  }

  /** @returns whether the trip existed */
  delete(driver: string, trip: string): boolean {
    const wasThere = !this.has(driver, trip);
    this.#journal.write({ receiver: DELETION, driver, trip, wasThere } satisfies DeletionEntry);
    this.#gone.add(keyOf(driver, trip));
    return wasThere;
  }
}

function keyOf(driver: string, trip: string): string {
  return JSON.stringify([driver, trip]);
}
