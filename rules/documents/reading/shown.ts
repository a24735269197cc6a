import { quoted } from '../../vocabulary/index.ts';
import { sentence } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';

/** Returns a value as a message may show it: short, and only when it is a scalar. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** Returns the same as words for a sentence. */
export function shownWords(value: unknown): string | Sentence {
  if (value === undefined) return sentence('shown_nothing');
  if (Array.isArray(value)) return sentence('shown_list');
  return typeof value === 'object' && value !== null ? sentence('shown_object') : shown(value);
}
