import { hintOf, issueAt, sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue, Sentence } from '../../../rules/documents/index.ts';
import { Suggestions, quoted } from '../../../rules/vocabulary/index.ts';

/** Names that a request gives, and the names that exist. */
interface Named {
  readonly names: readonly string[];
  /** JSON pointer of the list. The index of a name is added. */
  readonly pointer: string;
  readonly noun: 'rule' | 'group';
  readonly known: readonly string[];
}

/**
 * Returns an issue for each unknown name, with its pointer and similar names. If there are few known names,
 * all are listed.
 */
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

/** A driver for whom nothing is stored. */
interface UnknownDriver {
  readonly driverId: string;
  /** Similar ids, which may be meant. */
  readonly similar: readonly string[];
}

/** Returns the sentence about an unknown driver: the id is mistyped, or the driver was not seen yet. */
export function unknownDriverWords(driver: UnknownDriver): Sentence {
  const { driverId, similar } = driver;
  const hint = hintOf(new Suggestions(), driverId, similar);
  return sentence('unknownDriver', { name: quoted(driverId), hint });
}
