import { hintOf, issueAt, sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue, Sentence } from '../../../rules/documents/index.ts';
import { Suggestions, quoted } from '../../../rules/vocabulary/index.ts';

/** Names that a request gives, and what there is to be named. */
interface Named {
  readonly names: readonly string[];
  /** Pointer of the list; a name's place in it is added. */
  readonly pointer: string;
  readonly noun: 'rule' | 'group';
  readonly known: readonly string[];
}

/** The names that nothing has, each with its place, what may be meant, and, where they are few, what there is. */
export function unknownNames({ names, pointer, noun, known }: Named): DocumentIssue[] {
  const suggestions = new Suggestions();
  const there = new Set(known);
  return names.flatMap((name, index) =>
    there.has(name)
      ? []
      : [
          issueAt(
            `${pointer}/${index}`,
            unknownName(noun, { name: quoted(name), hint: hintOf(suggestions, name, known) }),
            known,
          ),
        ],
  );
}

function unknownName(
  noun: Named['noun'],
  { name, hint }: { readonly name: string; readonly hint: string | Sentence },
): Sentence {
  return noun === 'rule' ? sentence('noSuchRule', { name, hint }) : sentence('noSuchGroup', { name, hint });
}

/** A driver of whom nothing is stored. */
interface UnknownDriver {
  readonly driverId: string;
  /** Ids that may be meant. */
  readonly similar: readonly string[];
}

/** Returns the sentence about such a driver: mistyped, or not seen yet. */
export function unknownDriverWords(driver: UnknownDriver): Sentence {
  const { driverId, similar } = driver;
  const hint = hintOf(new Suggestions(), driverId, similar);
  return sentence('unknownDriver', { name: quoted(driverId), hint });
}
