/** Text that replaces a driver's name. */
export const ERASED = '[erased]';

/** A driver as texts may name him. */
export interface NamedDriver {
  readonly driverId: string;
  /** Names that the service gave him; his id may be among them. */
  readonly names: readonly string[];
  /** Ids of other drivers that hold his own, such as `john.smith` where he is `smith`. */
  readonly otherIds?: readonly string[];
}

/** A driver to be found in texts and JSON values. */
export interface SoughtDriver {
  readonly driverId: string;
  /** Words to search texts for: the driver's names, and the id if it is unmistakable. */
  readonly words: readonly string[];
  /** Texts that look like the driver's but mean another driver. */
  readonly others: ReadonlySet<string>;
  /** Finds `words` and `others`; undefined: nothing to search for in texts. */
  readonly pattern: RegExp | undefined;
}

/** Fewest characters of a text that identifies a driver, because a shorter one, such as `km`, may mean anything. */
const FEWEST_CHARACTERS = 3;
/** The most characters of a name, because longer texts are no names and would make the search slow. */
const MOST_CHARACTERS = 1_000;

/** A letter, a figure or what ties them together: beside these, a name is a part of something else. */
const WORD = '[\\p{L}\\p{N}_-]';
const BEFORE = `(?<!${WORD}|${WORD}[.@])`;
const AFTER = `(?!${WORD}|[.@]${WORD})`;

/** Returns whether an id or a name identifies its driver in any text; a number or two letters do not. */
export function isUnmistakable(name: string): boolean {
  return /\p{L}/u.test(name) && name.length <= MOST_CHARACTERS && [...name].length >= FEWEST_CHARACTERS;
}

/** Prepares the search for a driver. */
export function soughtDriver({ driverId, names, otherIds = [] }: NamedDriver): SoughtDriver {
  const words = [...new Set([driverId, ...names])].filter(isUnmistakable);
  const others = new Set(otherIds.filter((id) => !words.includes(id)));
  // The longest are first, so that a word that begins with another one matches as a whole.
  const all = [...words, ...others].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = words.length === 0 ? undefined : new RegExp(`${BEFORE}(?:${all.join('|')})${AFTER}`, 'gu');
  return { driverId, words, others, pattern };
}

/** Returns the text with every naming of the driver replaced. */
export function withoutNames(text: string, { pattern, others }: SoughtDriver): string {
  return pattern === undefined
    ? text
    : text.replace(pattern, (found) => (others.has(found) ? found : ERASED));
}

/** Returns whether a text names the driver as a word of its own: `d-1` is not in `d-17`, `smith` not in `john.smith`. */
export function namesDriver(text: string, driver: SoughtDriver): boolean {
  return withoutNames(text, driver) !== text;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
