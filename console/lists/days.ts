import { useFleet } from '../api/index.ts';
import { instantOf } from '../time/index.ts';

/**
 * Returns the instants that limit a list, from two days of the fleet's zone, `2026-11-25`. Both days are included; an invalid
 * one is treated as absent.
 */
export function useDays(filters: { readonly from?: string; readonly to?: string }): {
  readonly from?: string;
  readonly to?: string;
} {
  const { timezone } = useFleet();
  const from = instantOf(`${filters.from ?? ''}T00:00`, timezone)?.toISOString();
  const to = instantOf(`${dayAfter(filters.to ?? '')}T00:00`, timezone)?.toISOString();
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function dayAfter(date: string): string {
  const millis = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(millis) ? '' : new Date(millis + 86_400_000).toISOString().slice(0, 10);
}
