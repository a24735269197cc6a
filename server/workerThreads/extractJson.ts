import { parseLosses, tooDeepAt, whereJsonBreaks } from '../../rules/documents/index.ts';
import type { ParseLoss, Words } from '../../rules/documents/index.ts';
import { storableJson } from '../../store/db/index.ts';
import { hasMoreValues } from './jsonWeight.ts';

/** A large body, and the member of it whose value is extracted. */
export interface LiftedInput {
  readonly bytes: Uint8Array;
  /** Name of the member whose value may be large. */
  readonly lift: string;
  /** Names of the value's own members that also stay in the rest. */
  readonly keep: readonly string[];
  readonly deepest: number;
  /** Maximum size of the rest, in characters and in values. */
  readonly largestRest: { readonly characters: number; readonly values: number };
}

/** The result of parsing a large body: the rest, and the extracted value as text. */
export type Lifted =
  | { readonly kind: 'read'; readonly rest: string; readonly lifted: string | undefined }
  | { readonly kind: 'too_deep' }
  | { readonly kind: 'rest_too_large' }
  | { readonly kind: 'rest_too_many_values' }
  | { readonly kind: 'not_json'; readonly where: Words }
  | { readonly kind: 'lossy'; readonly losses: readonly ParseLoss[] };

/** Name of the placeholder for what was extracted, so that the rest can be validated like the complete body. */
const SET_APART = 'set_apart';

/**
 * Parses a large JSON body and extracts the value of one member as JSON text for the database. In the rest, this member contains
 * only `keep`. If it had more members, it also contains `set_apart: true`.
 */
export function readLifted({ bytes, lift, keep, deepest, largestRest }: LiftedInput): Lifted {
  const text = new TextDecoder().decode(bytes);
  if (tooDeepAt(text, deepest) !== undefined) return { kind: 'too_deep' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'not_json', where: whereJsonBreaks(text) };
  }
  const losses = parseLosses(text);
  if (losses.length > 0) return { kind: 'lossy', losses };
  const large = isObject(value) ? value[lift] : undefined;
  const rest = isObject(large) ? withoutLarge(value as object, { lift, large, keep }) : text;
  if (rest.length > largestRest.characters) return { kind: 'rest_too_large' };
  if (hasMoreValues(Buffer.from(rest), largestRest.values)) return { kind: 'rest_too_many_values' };
  return { kind: 'read', rest, lifted: isObject(large) ? storableJson(large) : undefined };
}

function withoutLarge(
  value: object,
  {
    lift,
    large,
    keep,
  }: {
    readonly lift: string;
    readonly large: Readonly<Record<string, unknown>>;
    readonly keep: readonly string[];
  },
): string {
  const kept = Object.fromEntries(
    keep.filter((name) => Object.hasOwn(large, name)).map((name) => [name, large[name]]),
  );
  const hasMore = Object.keys(large).length > Object.keys(kept).length;
  return JSON.stringify({ ...value, [lift]: hasMore ? { ...kept, [SET_APART]: true } : kept });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
