import { openJournal } from '../journal.ts';
import { DRIVER } from '../world.ts';
import type { Mode } from './mode.ts';

/** A fake service's treatment of an attempt, and the answer that the sender gets. */
export type Fate =
  | 'taken'
  | 'taken, answer dropped'
  | 'taken, not answered'
  | 'taken, answered 5xx'
  | 'not taken, cut'
  | 'not taken, not answered'
  | 'not taken, answered 5xx'
  /** The answer says clearly that nothing was taken. */
  | 'refused';

/** An attempt to send a message, recorded before the fake service acts on it. */
export interface AttemptEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly receiver: string;
  /** First parts of the ids of the drivers it is about. */
  readonly drivers: readonly string[];
  /** The message is marked as a possible duplicate. */
  readonly isMarked: boolean;
  /** The request was a lookup instead of a message. Only lookups that fail are recorded. */
  readonly isLookup?: true;
  readonly fate: Fate;
}

const FATES: Readonly<Record<Mode, Fate>> = {
  well: 'taken',
  takes_and_drops: 'taken, answer dropped',
  takes_and_hangs: 'taken, not answered',
  hangs: 'not taken, not answered',
  limits: 'refused',
  broken: 'not taken, answered 5xx',
  cuts: 'not taken, cut',
  bad_gateway: 'not taken, answered 5xx',
};

/** Returns the fate of an attempt in a mood. */
export function fateIn(mode: Mode): Fate {
  return FATES[mode];
}

/** Whether the sender cannot know if the message was taken. */
export function isUnclear(fate: Fate): boolean {
  return fate !== 'taken' && fate !== 'refused';
}

/** Matches the mark of a message whose earlier attempt may have arrived. */
const MARK = /possible duplicate|"possible_repeat":true/i;

/** Whether a message, as text or JSON, is marked as a possible duplicate. */
export function isMarkedIn(text: string): boolean {
  return MARK.test(text);
}

/** The attempts at a fake service. Each is on disk before its sender is answered. */
export interface AttemptLog {
  note(attempt: { readonly receiver: string; readonly text: string; readonly fate: Fate }): void;
  noteFailedLookup(receiver: string, fate: Fate): void;
}

export function openAttempts(path: string): AttemptLog {
  const journal = openJournal(path);
  const write = (entry: AttemptEntry): void => journal.write(entry);
  return {
    note({ receiver, text, fate }) {
      const drivers = [...new Set(text.match(DRIVER))];
      write({ at: Date.now(), receiver, drivers, isMarked: isMarkedIn(text), fate });
    },
    noteFailedLookup(receiver, fate) {
      write({ at: Date.now(), receiver, drivers: [], isMarked: false, isLookup: true, fate });
    },
  };
}
