import { JournalReader } from './journal.ts';
import { DELETION, effectKey } from './oracle.ts';
import type { CappedDeletion } from './oracle.ts';
import { isMarkedIn } from './standIn/attempts.ts';
import { DRIVER } from './world.ts';

/** Messages about one driver to one receiver. */
export interface Copies {
  plain: number;
  /** Messages that are marked as possible duplicates. */
  marked: number;
}

/** Messages that one receiver got, compared with the expected ones. The unit is a message about one driver. */
export interface Figures {
  expected: number;
  delivered: number;
  lost: number;
  /** Messages that the oracle does not expect at all. */
  phantom: number;
  /** Surplus messages that are unmarked or have no cause. */
  avoidable: number;
  /** Surplus messages that are marked as possible duplicates and have a cause. */
  marked: number;
}

const STRANGE_KEPT = 20;
const DAY_MS = 86_400_000;

/** A capped rule with the keys of its deleted trips, which are numbered in the order of their deletion. */
type CappedCount = CappedDeletion & { readonly keys: Map<string, string> };

const cappedKey = (rule: string, number: number): string => `${DELETION}:${rule} #${number}`;

/** Counts the UTC dates since a time, today included. */
function daysSince(time: number): number {
  return Math.floor(Date.now() / DAY_MS) - Math.floor(time / DAY_MS) + 1;
}

/**
 * Returns the highest number of repeats that can have a cause. It is one, because Tripline sends nothing after a second unknown
 * outcome. Webhooks have no limit, because every 5xx answer makes the sender retry.
 */
function mostExcused(key: string): number {
  return key.startsWith('/') ? Infinity : 1;
}

/** Compares the messages in the receivers' journals with those that the oracle expects. */
export class Tally {
  readonly #expected: Map<string, number>;
  readonly #capped: readonly CappedCount[];
  readonly #beganAt = Date.now();
  readonly #readers: readonly JournalReader[];
  readonly #seen = new Map<string, Copies>();
  /** Messages that name no driver of the fleet: the first few, shortened. */
  readonly strange: string[] = [];
  messages = 0;
  delivered = 0;

  /** @param capped deletions of which only the number is predictable */
  constructor(
    expected: ReadonlyMap<string, number>,
    journals: readonly string[],
    capped: readonly CappedDeletion[] = [],
  ) {
    this.#expected = new Map(expected);
    this.#capped = capped.map((each) => ({ ...each, keys: new Map<string, string>() }));
    for (const { rule, cap, drivers } of capped)
      for (let number = 1; number <= Math.min(cap, drivers.size); number += 1)
        this.#expected.set(cappedKey(rule, number), 1);
    this.#readers = journals.map((path) => new JournalReader(path));
  }

  get expected(): number {
    return this.#expected.size;
  }

  /** Reads the entries that were added since the last call. */
  read(): void {
    for (const reader of this.#readers) reader.read((entry) => this.add(entry as { receiver: string }));
  }

  add(entry: { readonly receiver: string }): void {
    const text = JSON.stringify(entry);
    const isMarked = isMarkedIn(text);
    const drivers = new Set(text.match(DRIVER));
    this.messages += 1;
    if (drivers.size === 0 && this.strange.length < STRANGE_KEPT) this.strange.push(text.slice(0, 300));
    for (const driver of drivers) {
      const key = this.#keyOf(entry.receiver, driver);
      const copies = this.#seen.get(key) ?? { plain: 0, marked: 0 };
      if (!this.#seen.has(key) && this.#expected.has(key)) this.delivered += 1;
      this.#seen.set(key, copies);
      copies[isMarked ? 'marked' : 'plain'] += 1;
    }
  }

  /** Returns the key of an entry. Numbers a capped rule's deletions, because any of them are right up to the cap of each day. */
  #keyOf(receiver: string, driver: string): string {
    const plain = effectKey(receiver, driver);
    const capped =
      receiver === DELETION ? this.#capped.find(({ drivers }) => drivers.has(driver)) : undefined;
    if (!capped) return plain;
    const known = capped.keys.get(driver);
    if (known !== undefined) return known;
    const number = capped.keys.size + 1;
    const key = number <= capped.cap * daysSince(this.#beganAt) ? cappedKey(capped.rule, number) : plain;
    if (key !== plain && !this.#expected.has(key)) this.#expected.set(key, 1);
    capped.keys.set(driver, key);
    return key;
  }

  /** Yields the keys of which fewer messages arrived than expected. */
  *missing(): Generator<string> {
    for (const [key, wanted] of this.#expected) {
      const copies = this.#seen.get(key);
      if ((copies?.plain ?? 0) + (copies?.marked ?? 0) < wanted) yield key;
    }
  }

  /**
   * Yields the surplus messages by key: phantoms, avoidable duplicates, and excused duplicates, which are marked.
   * @param excusedOf the number of repeats that are excused, by key; absent: as many as can have a cause
   */
  *tooMany(excusedOf: (key: string) => number = mostExcused): Generator<{
    readonly key: string;
    readonly kind: 'phantom' | 'avoidable' | 'marked';
    readonly count: number;
  }> {
    for (const [key, { plain, marked }] of this.#seen) {
      const wanted = this.#expected.get(key);
      const extra = plain + marked - (wanted ?? 0);
      if (extra <= 0) continue;
      if (wanted === undefined) {
        yield { key, kind: 'phantom', count: extra };
        continue;
      }
      const most = excusedOf(key);
      const beyond = Math.max(0, plain - wanted) + Math.max(0, marked - wanted * Math.max(1, most));
      const excused = most > 0 ? Math.max(0, extra - beyond) : 0;
      if (excused > 0) yield { key, kind: 'marked', count: excused };
      if (extra > excused) yield { key, kind: 'avoidable', count: extra - excused };
    }
  }

  /**
   * Returns the figures by receiver, including receivers without an expected message.
   * @param excusedOf as for `tooMany`
   */
  figures(excusedOf?: (key: string) => number): Map<string, Figures> {
    const found = new Map<string, Figures>();
    const of = (key: string): Figures => {
      const receiver = key.slice(0, key.indexOf(' '));
      const figures = found.get(receiver) ?? {
        expected: 0,
        delivered: 0,
        lost: 0,
        phantom: 0,
        avoidable: 0,
        marked: 0,
      };
      found.set(receiver, figures);
      return figures;
    };
    for (const key of this.#expected.keys()) {
      of(key).expected += 1;
      if (this.#seen.has(key)) of(key).delivered += 1;
    }
    for (const key of this.missing()) of(key).lost += 1;
    for (const { key, kind, count } of this.tooMany(excusedOf)) of(key)[kind] += count;
    return found;
  }
}
