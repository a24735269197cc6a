import { LIMITS, Suggestions } from '../vocabulary/index.ts';
import { Sentence, sentence } from './words/index.ts';
import type { Words } from './words/index.ts';

/** One error or warning in a document. */
export interface DocumentIssue {
  /** JSON pointer to the place, e.g. `/conditions/all/0/operator`; empty for the document itself. */
  readonly pointer: string;
  readonly message: string;
  /** What may stand there, when that is a short list. */
  readonly allowed?: readonly string[];
  /** The message as data, to be said in another language; absent: it exists in English alone. */
  readonly words?: Words | undefined;
}

/** An issue whose words are data as well. They are no property of their own: what is written as JSON is the English message. */
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

/** One error or warning. @param allowed what may stand there; listed when it is short */
export function issueAt(
  pointer: string,
  said: string | Sentence,
  allowed: readonly string[] = [],
): DocumentIssue {
  const issue = said instanceof Sentence ? new SaidIssue(pointer, said) : { pointer, message: said };
  return Object.assign(issue, shortList(allowed));
}

/** An issue at another place, its words with it. */
export function movedTo(pointer: string, { message, words, allowed }: DocumentIssue): DocumentIssue {
  return issueAt(pointer, words instanceof Sentence ? words : message, allowed);
}

/** A document that was read, or every reason why not. */
export type ParsedDocument<T> =
  | { readonly ok: true; readonly document: T; readonly warnings: DocumentIssue[] }
  | {
      readonly ok: false;
      readonly errors: DocumentIssue[];
      /** Warnings beside the errors, as far as they can be determined for such a document. */
      readonly warnings: DocumentIssue[];
    };

/** The JSON pointer (RFC 6901) of one step further down. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What may stand at a place as an issue lists it: nothing for a list too long to be read, a hundred times over. */
function shortList(allowed: readonly string[]): Pick<DocumentIssue, 'allowed'> {
  const characters = allowed.reduce((sum, each) => sum + each.length, 0);
  return allowed.length > 0 && characters <= LIMITS.listedAllowed ? { allowed } : {};
}

/** Collects what a check finds; bounded, so that a hostile document cannot make an endless answer. */
export class IssueList {
  readonly errors: DocumentIssue[] = [];
  readonly warnings: DocumentIssue[] = [];
  readonly #suggestions = new Suggestions();

  /** Whether nothing more is listed: checks stop looking then. */
  get full(): boolean {
    return this.errors.length > LIMITS.issues;
  }

  /** ` (did you mean "x"?)` for one of the first few mistakes of the document; see `Suggestions`. */
  hint(name: string, candidates: readonly string[]): string | Sentence {
    return hintOf(this.#suggestions, name, candidates);
  }

  /** Adds a mistake: the document is refused. */
  error(pointer: string, message: string | Sentence, allowed: readonly string[] = []): void {
    if (this.errors.length === LIMITS.issues)
      this.errors.push(
        issueAt('', sentence('more')`more mistakes follow; the first ${{ count: LIMITS.issues }} are listed`),
      );
    if (this.errors.length < LIMITS.issues) this.errors.push(issueAt(pointer, message, allowed));
  }

  /** Adds a warning: the document is accepted. */
  warn(pointer: string, message: string | Sentence, allowed: readonly string[] = []): void {
    if (this.warnings.length < LIMITS.issues) this.warnings.push(issueAt(pointer, message, allowed));
  }
}

/** ` (did you mean "x"?)` as words, to be put into a sentence; empty when there is nothing near. */
export function hintOf(
  suggestions: Suggestions,
  name: string,
  candidates: readonly string[],
): string | Sentence {
  const near = suggestions.nearest(name, candidates);
  return near === undefined ? '' : sentence('hint')` (did you mean "${{ near }}"?)`;
}
