import { parseExactly } from '../rules/json/index.ts';

/** Headers in which services and proxies in front of them send the id of an answer. */
const HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid'];
/** A UUID or a long hexadecimal number. Other ids are ignored, because they might contain a person's name. */
const PLAIN = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64})$/i;

/** Returns the id under which the service's own log lists an answer; undefined when it is absent or not a plain id. */
export function correlationIdOf(headers: Headers, scrub: Scrub): string | undefined {
  const ids = HEADERS.map((name) => headers.get(name)?.trim() ?? '');
  return ids.find((id) => PLAIN.test(id) && scrub(id) === id);
}

/** Longest accepted `Retry-After`: no answer may delay a call for more than a day. */
const LONGEST_MS = 86_400_000;

/**
 * Returns the milliseconds that a response's `Retry-After` requests to wait: seconds or an HTTP date (RFC 9110, 10.2.3).
 * Compares a date with the response's own `Date`, so that differing clocks do no harm.
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

/** Parses an HTTP date. Checks the format first, because `Date.parse` accepts nearly any text ("-5" is a day in 2001). */
function httpDate(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9}, .{5,30} GMT$/.test(text)) return undefined;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function bounded(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), LONGEST_MS);
}

/** A response's body, in the detail that sorting needs. */
export type ResponseBody =
  { readonly form: 'json'; readonly value: unknown } | { readonly form: 'empty' | 'not_json' | 'oversized' };

/**
 * Reads a body piece by piece and stops at the limit, which applies to bytes after decompression.
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

/** Returns a decoder for the character set that an answer names. Uses UTF-8 when the answer names none or an unknown one. */
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
 * Creates a scrub for one key. Removes the key as is and as encoded in a query string. Removes everything after `apikey=`, too,
 * because a proxy may echo a URL in its own spelling.
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

/**
 * Shortest key that is scrubbed from data. Shorter keys occur in ordinary words: scrubbing `demo` out of driver ids would
 * change the driver.
 */
const SHORTEST_KEY_IN_DATA = 10;

/** Creates the scrub for a success's data, which must stay unchanged. A real key is long enough not to match other text. */
export function createDataScrub(apiKey: string): Scrub {
  return apiKey.length < SHORTEST_KEY_IN_DATA ? (text) => text : createScrub(apiKey);
}
