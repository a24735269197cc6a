import type { Severity } from '../evaluation/index.ts';

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

/** Compares two severities: positive when the first one matters more. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}
