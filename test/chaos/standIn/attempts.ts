import { openJournal } from '../journal.ts';
import { DRIVER } from '../world.ts';
import type { Mode } from './mode.ts';

/** What a stand-in does with what it was given, and what its sender hears of it. */
export type Fate =
  | 'taken'
  | 'taken, answer dropped'
  | 'taken, not answered'
  | 'taken, answered 5xx'
  | 'not taken, cut'
  | 'not taken, not answered'
  | 'not taken, answered 5xx'
  /** In words that leave no doubt. */
  | 'refused';

/** One attempt at a message, written down before anything is done about it. */
export interface AttemptEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly receiver: string;
  /** Whom it is about. */
  readonly drivers: readonly string[];
  /** It says about itself that it may be a duplicate. */
  readonly isMarked: boolean;
  /** Nothing was to be taken: someone looked for what is there. Only looks that fail are written down. */
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

/** What comes of an attempt that meets a mood. */
export function fateIn(mode: Mode): Fate {
  return FATES[mode];
}

/** Whether whoever sent it cannot know if it was taken. */
export function isUnclear(fate: Fate): boolean {
  return fate !== 'taken' && fate !== 'refused';
}

/** What a message says when an earlier attempt at it may have arrived. */
const MARK = /possible duplicate|"possible_repeat":true/i;

/** Whether a message, as text or JSON, says that it may be a duplicate. */
export function isMarkedIn(text: string): boolean {
  return MARK.test(text);
}

/** A stand-in's attempts, on the disk before anyone is answered. */
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
