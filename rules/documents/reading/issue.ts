import { LIMITS, Suggestions } from '../../vocabulary/index.ts';
import { Sentence, sentence } from '../words/index.ts';
import type { Words } from '../words/index.ts';

/** One error or warning in a document. */
export interface DocumentIssue {
  /** JSON pointer to the value with the issue, such as `/conditions/all/0/operator`. Empty for the document itself. */
  readonly pointer: string;
  readonly message: string;
  /** The values that are allowed there. Present only if the list is short. */
  readonly allowed?: readonly string[];
  /** The message as data, for translation. Absent if the message exists only in English. */
  readonly words?: Words | undefined;
}

/**
 * An issue whose message is stored as data for translation. The data is a private field, so that the issue's JSON contains only
 * the English message.
 */
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

/**
 * Creates an error or warning.
 * @param allowed values that are allowed at the pointer; included in the issue only if the list is short
 */
export function issueAt(
  pointer: string,
  said: string | Sentence,
  allowed: readonly string[] = [],
): DocumentIssue {
  const issue = said instanceof Sentence ? new SaidIssue(pointer, said) : { pointer, message: said };
  return Object.assign(issue, shortList(allowed));
}

/** Returns an issue with another pointer, keeping its message and the message's data. */
export function movedTo(pointer: string, { message, words, allowed }: DocumentIssue): DocumentIssue {
  return issueAt(pointer, words instanceof Sentence ? words : message, allowed);
}

/** The result of reading a document: the document, or all errors for which it was refused. */
export type ParsedDocument<T> =
  | { readonly ok: true; readonly document: T; readonly warnings: DocumentIssue[] }
  | {
      readonly ok: false;
      readonly errors: DocumentIssue[];
      /** Warnings that could be determined despite the errors. */
      readonly warnings: DocumentIssue[];
    };

/** Returns the JSON pointer (RFC 6901) to a child of the value at a pointer. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the allowed values for an issue. Omits long lists, because a response may repeat the list a hundred times. */
function shortList(allowed: readonly string[]): Pick<DocumentIssue, 'allowed'> {
  const characters = allowed.reduce((sum, each) => sum + each.length, 0);
  return allowed.length > 0 && characters <= LIMITS.listedAllowed ? { allowed } : {};
}

/** Collects the issues of a check, up to a limit, so that a hostile document cannot cause an endless response. */
export class IssueList {
  readonly errors: DocumentIssue[] = [];
  readonly warnings: DocumentIssue[] = [];
  readonly #suggestions = new Suggestions();

  /** Returns whether the list is full, so that checks should stop. */
  get full(): boolean {
    return this.errors.length > LIMITS.issues;
  }

  /**
   * Returns ` (did you mean "x"?)`, or an empty text if no candidate is similar. Only the first few mistakes of a document get a
   * hint; see `Suggestions`.
   */
  hint(name: string, candidates: readonly string[]): string | Sentence {
    return hintOf(this.#suggestions, name, candidates);
  }

  /** Adds an error. A document with errors is refused. */
  error(pointer: string, message: string | Sentence, allowed: readonly string[] = []): void {
    if (this.errors.length === LIMITS.issues)
      this.errors.push(issueAt('', sentence('more', { count: LIMITS.issues })));
    if (this.errors.length < LIMITS.issues) this.errors.push(issueAt(pointer, message, allowed));
  }

  /** Adds a warning. A document with warnings is still accepted. */
  warn(pointer: string, message: string | Sentence, allowed: readonly string[] = []): void {
    if (this.warnings.length < LIMITS.issues) this.warnings.push(issueAt(pointer, message, allowed));
  }
}

/** Returns ` (did you mean "x"?)` as part of a sentence. Returns an empty text if no candidate is similar. */
export function hintOf(
  suggestions: Suggestions,
  name: string,
  candidates: readonly string[],
): string | Sentence {
  const near = suggestions.nearest(name, candidates);
  return near === undefined ? '' : sentence('hint', { near });
}
