import type { ComparedFigure, Figure, Missing } from '../messages/digest/content.ts';
import type { StoredDates } from '../store/digestRuns.ts';

/** A value, or why there is none. */
export type Value = { readonly value: number } | { readonly missing: Missing };

/** A value that the service did not give. */
export const NOT_KNOWN: Value = { missing: 'not_known' };
/** A value that could not be read. */
export const UNAVAILABLE: Value = { missing: 'unavailable' };

/** A value that may be absent. */
export function valueOf(value: number | null | undefined): Value {
  return value === null || value === undefined ? NOT_KNOWN : { value: rounded(value) };
}

/** A figure and where it is from. */
export function figure(value: Value, source: string): Figure {
  return 'value' in value ? { value: value.value, source } : { value: null, missing: value.missing, source };
}

/** A figure beside the one of the period before. A change there is only between two that are known. */
export function compared(now: Value, before: Value, source: string): ComparedFigure {
  const earlier = 'value' in before ? before.value : null;
  const isBoth = 'value' in now && earlier !== null;
  return {
    ...figure(now, source),
    before: earlier,
    change: isBoth ? rounded(now.value - earlier) : null,
  };
}

/** Without the dust of floating point. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** A call of the service as a person can repeat it; the key is never in it. */
export function callSource(
  path: '/v3/score' | '/v3/drivers',
  query: {
    readonly dates: StoredDates;
    readonly fields: readonly string[];
    readonly group?: string | undefined;
  },
): string {
  const fields = query.fields.join(',');
  const group = query.group === undefined ? '' : `&group_id=${encodeURIComponent(query.group)}`;
  return `GET ${path}?start_date=${query.dates.from}&end_date=${query.dates.to}&fields=${fields}${group}`;
}

/** A query of our own by its name, and what it counted. */
export function querySource(name: string, over: string): string {
  return `query ${name}: ${over}`;
}
