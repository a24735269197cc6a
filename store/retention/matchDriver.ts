/** Text that replaces a driver's name. */
export const ERASED = '[erased]';

/** A driver, with the names that texts may use. */
export interface NamedDriver {
  readonly driverId: string;
  /** The driver's names from the service and the directory. The driver's id may be among them. */
  readonly names: readonly string[];
  /** Ids of other drivers that contain this driver's id: `john.smith` contains `smith`, for example. */
  readonly otherIds?: readonly string[];
}

/** A prepared search for a driver in texts and JSON values. */
export interface SoughtDriver {
  readonly driverId: string;
  /** Words to search for in texts: the driver's names, and the id if it is unmistakable. */
  readonly words: readonly string[];
  /** Longer ids that contain a word of this driver but belong to another driver. */
  readonly others: ReadonlySet<string>;
  /** Matches `words` and `others`. Undefined if texts cannot be searched, because there are no words. */
  readonly pattern: RegExp | undefined;
}

/** Minimum length of a text that identifies a driver. A shorter text, such as `km`, could mean something else. */
const FEWEST_CHARACTERS = 3;
/** Maximum length of a name. Longer texts are no names and would slow the search. */
const MOST_CHARACTERS = 1_000;

/** A letter, a digit or a connecting character. Next to one of these, a name is only part of a longer word. */
const WORD = '[\\p{L}\\p{N}_-]';
const BEFORE = `(?<!${WORD}|${WORD}[.@])`;
const AFTER = `(?!${WORD}|[.@]${WORD})`;

/** Returns whether an id or a name identifies its driver in any text. A number or two letters do not. */
export function isUnmistakable(name: string): boolean {
  return /\p{L}/u.test(name) && name.length <= MOST_CHARACTERS && [...name].length >= FEWEST_CHARACTERS;
}

/** Prepares the search for a driver in texts. */
export function soughtDriver({ driverId, names, otherIds = [] }: NamedDriver): SoughtDriver {
  const words = [...new Set([driverId, ...names])].filter(isUnmistakable);
  const others = new Set(otherIds.filter((id) => !words.includes(id)));
  // Sorts the longest first, so that a word that begins with another word matches as a whole.
  const all = [...words, ...others].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = words.length === 0 ? undefined : new RegExp(`${BEFORE}(?:${all.join('|')})${AFTER}`, 'gu');
  return { driverId, words, others, pattern };
}

/** Returns the text with every mention of the driver replaced by `ERASED`. */
export function withoutNames(text: string, { pattern, others }: SoughtDriver): string {
  return pattern === undefined
    ? text
    : text.replace(pattern, (found) => (others.has(found) ? found : ERASED));
}

/**
 * Returns whether a text names the driver as a separate word. `d-17` does not name `d-1`, and `john.smith` does not name `smith`.
 */
export function namesDriver(text: string, driver: SoughtDriver): boolean {
  return withoutNames(text, driver) !== text;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
