import { parseExactly } from '../rules/json/index.ts';

/** Where services and what stands in front of them put the id of an answer. */
const HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid'];
/** A UUID or a long hexadecimal number: anything else might be someone's name. */
const PLAIN = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64})$/i;

/** By what the service finds an answer in its own log; undefined when it is absent or not a plain id. */
export function correlationIdOf(headers: Headers, scrub: Scrub): string | undefined {
  const ids = HEADERS.map((name) => headers.get(name)?.trim() ?? '');
  return ids.find((id) => PLAIN.test(id) && scrub(id) === id);
}

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

/** A response's body, as far as sorting needs to know it. */
export type ResponseBody =
  { readonly form: 'json'; readonly value: unknown } | { readonly form: 'empty' | 'not_json' | 'oversized' };

/**
 * Reads a body piece by piece and stops at the cap, which counts bytes after decompression.
 * @throws whatever the stream throws when the connection breaks or the time is over
 */
export async function readResponseBody(response: Response, maxBytes: number): Promise<ResponseBody> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return { form: 'oversized' };
  }
  const decoder = decoderFor(response.headers.get('content-type') ?? '');
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > maxBytes) return { form: 'oversized' };
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  const text = pieces.join('') + decoder.decode();
  return text.trim() === '' ? { form: 'empty' } : parse(text);
}

/** A decoder for the character set that an answer names; JSON without one is UTF-8, and so is one in a set that is not known. */
function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

function parse(text: string): ResponseBody {
  try {
    return { form: 'json', value: parseExactly(text) };
  } catch {
    return { form: 'not_json' };
  }
}

/** Rewrites text so that it holds no API key. */
type Scrub = (text: string) => string;

/**
 * A scrub for one key: removes the key as it is and as it looks in a query string, and whatever follows `apikey=`,
 * because a proxy may echo a URL in a spelling of its own.
 */
export function createScrub(apiKey: string): Scrub {
  const spellings = [
    apiKey,
    encodeURIComponent(apiKey),
    new URLSearchParams({ k: apiKey }).toString().slice(2),
  ];
  const present = [...new Set(spellings)]
    .filter((spelling) => spelling !== '')
    .sort((a, b) => b.length - a.length);
  return (text) =>
    present
      .reduce((left, spelling) => left.replaceAll(spelling, '[key]'), text)
      .replace(/(apikey(?:=|%3d))[^&\s"'<>]*/gi, '$1[key]');
}

/** Shorter keys turn up in ordinary words: scrubbing `demo` out of driver ids would change who drove. */
const SHORTEST_KEY_IN_DATA = 10;

/** The scrub for a success's data, which must come through unharmed; a real key is long enough not to match other text. */
export function createDataScrub(apiKey: string): Scrub {
  return apiKey.length < SHORTEST_KEY_IN_DATA ? (text) => text : createScrub(apiKey);
}
