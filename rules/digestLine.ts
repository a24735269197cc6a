/** Whole UTC dates, `YYYY-MM-DD`, both included. */
interface Dates {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/**
 * The ranges of a line that ends with a period, the oldest first: for a month whole months, otherwise ranges of the same
 * length, one directly behind the other.
 */
export function periodsEndingWith(
  period: { readonly kind: 'day' | 'week' | 'month'; readonly now: Dates },
  count: number,
): readonly Dates[] {
  const steps = Array.from({ length: count }, (_each, at) => count - 1 - at);
  return steps.map((back) => (back === 0 ? period.now : earlier(period, back)));
}

function earlier(
  { kind, now }: { readonly kind: 'day' | 'week' | 'month'; readonly now: Dates },
  back: number,
): Dates {
  if (kind === 'month') {
    const first = new Date(now.from);
    const month = (later: number): number =>
      Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - back + later, 1);
    return { from: dateText(month(0)), to: dateText(month(1) - DAY_MS) };
  }
  const length = Date.parse(now.to) - Date.parse(now.from) + DAY_MS;
  return {
    from: dateText(Date.parse(now.from) - back * length),
    to: dateText(Date.parse(now.to) - back * length),
  };
}

function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
