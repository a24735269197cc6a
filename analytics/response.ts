import { parseExactly } from '../rules/json/index.ts';

/** Headers in which services, or proxies in front of them, send the id of an answer. */
const HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid'];
/** A UUID or a long hexadecimal number. Other ids are ignored, because they might contain a person's name. */
const PLAIN = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64})$/i;

/** Returns the id of an answer in the service's own log; undefined when it is absent or not a plain id. */
export function correlationIdOf(headers: Headers, scrub: Scrub): string | undefined {
  const ids = HEADERS.map((name) => headers.get(name)?.trim() ?? '');
  return ids.find((id) => PLAIN.test(id) && scrub(id) === id);
}

/** Longest `Retry-After` in milliseconds that is respected. No answer may delay a call by more than a day. */
const LONGEST_MS = 86_400_000;

/**
 * Returns the milliseconds that a response's `Retry-After` requests to wait, given in seconds or as an HTTP date (RFC 9110,
 * 10.2.3). Compares the date with the response's own `Date`, because the clocks may differ.
 * @returns at most a day; undefined when the header is absent or invalid
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

/** Body of a response, in the form that `sortAnswer` needs. */
export type ResponseBody =
  { readonly form: 'json'; readonly value: unknown } | { readonly form: 'empty' | 'not_json' | 'oversized' };

/**
 * Reads a body piece by piece. Stops at the limit, which is in bytes after decompression.
 * @throws the stream's error when the connection breaks or the time limit is reached
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
    // Leaving the loop cancels the stream and closes the connection.
    if (bytes > maxBytes) return { form: 'oversized' };
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  const text = pieces.join('') + decoder.decode();
  return text.trim() === '' ? { form: 'empty' } : parse(text);
}

/** Returns a decoder for the answer's character set. Uses UTF-8 if the answer names none, or an unknown one. */
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

/** Function that removes the API key from a text. */
type Scrub = (text: string) => string;

/**
 * Creates a function that removes one API key from texts, plain and encoded as in a query string. It also removes everything
 * after `apikey=`, because a proxy may repeat a URL in another spelling.
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
 * Length from which on a key is removed from data. A shorter key occurs in ordinary words: removing `demo` from driver ids would
 * change the driver.
 */
const SHORTEST_KEY_IN_DATA = 10;

/**
 * Creates a function that removes the API key from successful data, which must otherwise stay unchanged. A real key is too long
 * to match other text.
 */
export function createDataScrub(apiKey: string): Scrub {
  return apiKey.length < SHORTEST_KEY_IN_DATA ? (text) => text : createScrub(apiKey);
}
