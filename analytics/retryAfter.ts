/** No answer may put a call off for longer than a day. */
const LONGEST_MS = 86_400_000;

/**
 * Milliseconds that a response's `Retry-After` asks to wait: seconds or an HTTP date (RFC 9110, 10.2.3).
 * A date is measured against the response's own `Date`, so that clocks that disagree do no harm.
 * @returns undefined when there is none or it is neither; at most a day
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return bounded(Number(text) * 1000);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  return bounded(until - (httpDate(headers.get('date') ?? '') ?? nowMs));
}

/** `Date.parse` takes nearly anything ("-5" is a day in 2001), so the text must look like an HTTP date first. */
function httpDate(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9}, .{5,30} GMT$/.test(text)) return undefined;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function bounded(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), LONGEST_MS);
}
