import { parseLosses, tooDeepAt, whereJsonBreaks } from '../../rules/documents/index.ts';
import type { ParseLoss, Words } from '../../rules/documents/index.ts';
import { storableJson } from '../../store/db/index.ts';
import { hasMoreValues } from './jsonWeight.ts';

/** A large body, and the part of it to set apart. */
export interface LiftedInput {
  readonly bytes: Uint8Array;
  /** The member whose value may be large. */
  readonly lift: string;
  /** Its own members that stay where they are. */
  readonly keep: readonly string[];
  readonly deepest: number;
  /** How large the rest may be, in characters and values. */
  readonly largestRest: { readonly characters: number; readonly values: number };
}

/** A large body with its large part set apart. */
export type Lifted =
  | { readonly kind: 'read'; readonly rest: string; readonly lifted: string | undefined }
  | { readonly kind: 'too_deep' }
  | { readonly kind: 'rest_too_large' }
  | { readonly kind: 'rest_too_many_values' }
  | { readonly kind: 'not_json'; readonly where: Words }
  | { readonly kind: 'lossy'; readonly losses: readonly ParseLoss[] };

/** The placeholder of what was set apart, so that the rest can be checked as if it were all there. */
const SET_APART = 'set_apart';

/**
 * Parses a large JSON body and sets the value of one member apart, as a text that the database takes. In what is left the
 * member holds `keep` alone, and `set_apart` where it had more.
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
