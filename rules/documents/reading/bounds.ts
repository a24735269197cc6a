import { pointerTo } from './issue.ts';
import type { IssueList } from './issue.ts';
import { sentence } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';
import { LIMITS } from '../../vocabulary/index.ts';

interface Frame {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

/** Returns whether a value is a JSON object, and not an array or an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Characters that the database cannot store: U+0000, and a surrogate without its other half. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

function unstorable(text: string, at: number): string | Sentence {
  const code = text.charCodeAt(at);
  return code === 0 ? 'U+0000' : sentence('halfCharacter', { code: code.toString(16).toUpperCase() });
}

function scalarProblem(value: unknown): Sentence | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : sentence('notFinite');
  if (typeof value !== 'string') return sentence('notJson');
  if (value.length > LIMITS.textLength) return sentence('textLength', { most: LIMITS.textLength });
  const at = value.search(UNSTORABLE);
  return at < 0 ? undefined : sentence('cannotStore', { position: at + 1, what: unstorable(value, at) });
}

function keyProblem(key: string): Sentence | undefined {
  if (key === '__proto__') return sentence('keyNotAllowed');
  if (key.length > LIMITS.keyLength) return sentence('keyLength', { most: LIMITS.keyLength });
  return UNSTORABLE.test(key) ? sentence('keyCannotStore') : undefined;
}

/** Returns the children of an array or object. Field names with a problem are reported as errors. */
function childrenOf(frame: Frame, issues: IssueList): Frame[] {
  const depth = frame.depth + 1;
  if (Array.isArray(frame.value))
    return frame.value.map((value: unknown, index) => ({
      value,
      pointer: pointerTo(frame.pointer, index),
      depth,
    }));
  const children: Frame[] = [];
  for (const [key, value] of Object.entries(frame.value as object)) {
    const problem = keyProblem(key);
    const pointer = pointerTo(frame.pointer, key.slice(0, LIMITS.keyLength));
    if (problem) issues.error(pointer, problem);
    else children.push({ value, pointer, depth });
  }
  return children;
}

/**
 * Checks depth, size and text lengths without recursion. A deeply nested document gets an error with its location in place of a
 * stack overflow, and a document that passes may be traversed recursively.
 * @returns true if the document is within the limits
 */
export function withinBounds(document: unknown, issues: IssueList): boolean {
  const stack: Frame[] = [{ value: document, pointer: '', depth: 0 }];
  let values = 0;
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    values += 1;
    if (Array.isArray(frame.value) || isPlainObject(frame.value)) {
      if (frame.depth >= LIMITS.jsonDepth) {
        issues.error(frame.pointer, sentence('nestedDeep', { most: LIMITS.jsonDepth }));
        return false;
      }
      const size = Array.isArray(frame.value) ? frame.value.length : Object.keys(frame.value).length;
      if (values + stack.length + size > LIMITS.jsonValues) {
        issues.error(frame.pointer, sentence('tooManyInDocument', { most: LIMITS.jsonValues }));
        return false;
      }
      stack.push(...childrenOf(frame, issues).reverse());
      continue;
    }
    const problem = scalarProblem(frame.value);
    if (problem) issues.error(frame.pointer, problem);
  }
  return issues.errors.length === 0;
}
