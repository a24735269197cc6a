import { shortList } from '../../../rules/documents/index.ts';
import { Suggestions, quoted } from '../../../rules/vocabulary/index.ts';
import type { InputIssue } from './input.ts';

/** Names that a request gives, and what there is to be named. */
interface Named {
  readonly names: readonly string[];
  /** Pointer of the list; a name's place in it is added. */
  readonly pointer: string;
  /** What is named: `rule`, `group`. */
  readonly noun: string;
  readonly known: readonly string[];
}

/** The names that nothing has, each with its place, what may be meant, and, where they are few, what there is. */
export function unknownNames({ names, pointer, noun, known }: Named): InputIssue[] {
  const suggestions = new Suggestions();
  const there = new Set(known);
  return names.flatMap((name, index) =>
    there.has(name)
      ? []
      : [
          {
            pointer: `${pointer}/${index}`,
            message: `there is no ${noun} ${quoted(name)}${suggestions.didYouMean(name, known)}`,
            ...shortList(known),
          },
        ],
  );
}

/** A driver of whom nothing is stored. */
interface UnknownDriver {
  readonly driverId: string;
  /** Ids that may be meant. */
  readonly similar: readonly string[];
}

/** What is said about such a driver: mistyped, or not seen yet. */
export function unknownDriverWords(driver: UnknownDriver): string {
  const { driverId, similar } = driver;
  return `nothing is stored about a driver ${quoted(driverId)}${new Suggestions().didYouMean(driverId, similar)}`;
}
