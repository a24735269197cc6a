import { JournalReader } from './journal.ts';
import type { Moody } from './faultPlan.ts';
import { DELETION, effectKey } from './oracle.ts';
import type { AttemptEntry } from './standIn/attempts.ts';

/** Returns the process that plays a receiver. */
export function processOf(receiver: string): Moody {
  if (receiver === DELETION) return 'analytics';
  if (receiver.startsWith('#')) return 'slack';
  return receiver.startsWith('/') ? 'webhooks' : 'smtp';
}

/** Attempts that the fake services recorded, by receiver and driver. */
export class Attempts {
  readonly #readers: readonly JournalReader[];
  readonly #byKey = new Map<string, AttemptEntry[]>();
  readonly #counts = new Map<string, number>();
  readonly #failedLookups: AttemptEntry[] = [];

  /** @param journals files that `openAttempts` writes */
  constructor(journals: readonly string[]) {
    this.#readers = journals.map((path) => new JournalReader(path));
  }

  /** Reads the entries that were added since the last call. */
  read(): void {
    for (const reader of this.#readers) reader.read((entry) => this.add(entry as AttemptEntry));
  }

  add(entry: AttemptEntry): void {
    const fared = `${processOf(entry.receiver)}: ${entry.isLookup ? 'look ' : ''}${entry.fate}`;
    this.#counts.set(fared, (this.#counts.get(fared) ?? 0) + 1);
    if (entry.isLookup) this.#failedLookups.push(entry);
    for (const driver of entry.drivers) {
      const key = effectKey(entry.receiver, driver);
      const known = this.#byKey.get(key);
      if (known) known.push(entry);
      else this.#byKey.set(key, [entry]);
    }
  }

  /** Returns the attempts to send one receiver a message about one driver, in the order in which they arrived. */
  of(key: string): readonly AttemptEntry[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Counts the attempts by process and fate. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** Whether a lookup at a receiver failed between two moments. */
  hasFailedLookup(receiver: string, from: number, to: number): boolean {
    // A lookup of the list of channels names no channel.
    return this.#failedLookups.some(
      (lookup) =>
        lookup.at >= from && lookup.at <= to && (lookup.receiver === receiver || lookup.receiver === '#'),
    );
  }
}
