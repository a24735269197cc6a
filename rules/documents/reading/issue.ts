import { LIMITS, Suggestions } from '../../vocabulary/index.ts';
import { Sentence, sentence } from '../words/index.ts';
import type { Words } from '../words/index.ts';

/** One error or warning in a document. */
export interface DocumentIssue {
  /** JSON pointer to the place, e.g. `/conditions/all/0/operator`; empty for the document itself. */
  readonly pointer: string;
  readonly message: string;
  /** The values allowed at the place, when they are a short list. */
  readonly allowed?: readonly string[];
  /** The message as data, for translation; absent: it exists in English alone. */
  readonly words?: Words | undefined;
}

/** An issue with its words as data. They are a private field, so that its JSON has the English message only. */
class SaidIssue implements DocumentIssue {
  readonly pointer: string;
  readonly message: string;
  readonly #words: Words;

  constructor(pointer: string, said: Sentence) {
    this.pointer = pointer;
    this.message = String(said);
    this.#words = said;
  }

  get words(): Words {
    return this.#words;
  }
}

/** Creates an error or warning. @param allowed values allowed at the place; listed when they are few */
export function issueAt(
  pointer: string,
  said: string | Sentence,
  allowed: readonly string[] = [],
): DocumentIssue {
  const issue = said instanceof Sentence ? new SaidIssue(pointer, said) : { pointer, message: said };
  return Object.assign(issue, shortList(allowed));
}

/** Moves an issue to another place, together with its words. */
export function movedTo(pointer: string, { message, words, allowed }: DocumentIssue): DocumentIssue {
  return issueAt(pointer, words instanceof Sentence ? words : message, allowed);
}

/** A document that was read, or every reason why it was refused. */
export type ParsedDocument<T> =
  | { readonly ok: true; readonly document: T; readonly warnings: DocumentIssue[] }
  | {
      readonly ok: false;
      readonly errors: DocumentIssue[];
      /** Warnings beside the errors, as far as they can be determined for such a document. */
      readonly warnings: DocumentIssue[];
    };

/** Returns the JSON pointer (RFC 6901) of one step further down. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the allowed values for an issue; none for a long list, because an answer may repeat it a hundred times. */
function shortList(allowed: readonly string[]): Pick<DocumentIssue, 'allowed'> {
  const characters = allowed.reduce((sum, each) => sum + each.length, 0);
  return allowed.length > 0 && characters <= LIMITS.listedAllowed ? { allowed } : {};
}

/** Collects the issues of a check, up to a limit, so that a hostile document cannot cause an endless answer. */
export class IssueList {
  readonly errors: DocumentIssue[] = [];
  readonly warnings: DocumentIssue[] = [];
  readonly #suggestions = new Suggestions();

  /** Whether the list is full; checks then stop. */
  get full(): boolean {
    return this.errors.length > LIMITS.issues;
  }

  /** Returns ` (did you mean "x"?)` for one of the first few mistakes of the document; see `Suggestions`. */
  hint(name: string, candidates: readonly string[]): string | Sentence {
    return hintOf(this.#suggestions, name, candidates);
  }

  /** Adds a mistake, so that the document is refused. */
  error(pointer: string, message: string | Sentence, allowed: readonly string[] = []): void {
    if (this.errors.length === LIMITS.issues)
      this.errors.push(issueAt('', sentence('more', { count: LIMITS.issues })));
    if (this.errors.length < LIMITS.issues) this.errors.push(issueAt(pointer, message, allowed));
  }

  /** Adds a warning, with which the document is still accepted. */
  warn(pointer: string, message: string | Sentence, allowed: readonly string[] = []): void {
    if (this.warnings.length < LIMITS.issues) this.warnings.push(issueAt(pointer, message, allowed));
  }
}

/** Returns ` (did you mean "x"?)` as words for a sentence; empty when no candidate is near. */
export function hintOf(
  suggestions: Suggestions,
  name: string,
  candidates: readonly string[],
): string | Sentence {
  const near = suggestions.nearest(name, candidates);
  return near === undefined ? '' : sentence('hint', { near });
}
