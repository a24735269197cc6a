import { quoted } from '../../vocabulary/index.ts';
import { sentence } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';

/** Returns a value in short form for a message. Lists and objects are only named as such. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** Returns the short form of a value as part of a translatable sentence. */
export function shownWords(value: unknown): string | Sentence {
  if (value === undefined) return sentence('shown_nothing');
  if (Array.isArray(value)) return sentence('shown_list');
  return typeof value === 'object' && value !== null ? sentence('shown_object') : shown(value);
}
