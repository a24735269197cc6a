import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Breaker, GeoPosition, Geocoder } from '../dependencies/index.ts';
import { bytesOf } from './request.ts';

const ANSWERS_WITHIN_MS = 5_000;
const LARGEST_ANSWER_BYTES = 65_536;

/** Connection to a geocoder with the interface of Nominatim. */
interface GeocoderServer {
  /** Base address of the interface, without `/reverse`. */
  readonly url: string;
  readonly userAgent: string;
  readonly breaker: Breaker;
  /**
   * Acquires a slot of the rate limit, which all workers share. @returns milliseconds to wait; undefined if no slot is free soon
   */
  readonly acquireSlot: () => Promise<number | undefined>;
}

type AddressRequest = GeoPosition & { readonly language: string };

/** Creates a geocoder that requests addresses from a server. Concurrent calls for the same position share one request. */
export function createGeocoder(server: GeocoderServer): Geocoder {
  const waiting = new Map<string, Promise<string | null | undefined>>();

  async function ask(asked: AddressRequest): Promise<string | null | undefined> {
    const passage = server.breaker.enter();
    if (!passage) return undefined;
    try {
      const waitMs = await server.acquireSlot();
      if (waitMs === undefined) return undefined;
      await pause(waitMs, undefined, { ref: false });
      const answer = await answerTo(server, asked);
      passage.end(answer === undefined ? 'unavailable' : 'there');
      return answer;
    } catch {
      // Returns no address: the database could not provide a slot, so the geocoder was not called.
      return undefined;
    } finally {
      passage.end('nothing');
    }
  }

  return {
    addressNear(asked) {
      const question = JSON.stringify([asked.latitude, asked.longitude, asked.language]);
      const known = waiting.get(question);
      if (known) return known;
      const answer = ask(asked).finally(() => waiting.delete(question));
      waiting.set(question, answer);
      return answer;
    },
  };
}

async function answerTo(
  { url, userAgent }: Pick<GeocoderServer, 'url' | 'userAgent'>,
  asked: AddressRequest,
): Promise<string | null | undefined> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const bytes = await bytesOf(reverseUrl(url, asked), { userAgent, signal, mostBytes: LARGEST_ANSWER_BYTES });
  return bytes && readAddress(bytes.toString('utf8'));
}

/**
 * Returns the URL of Nominatim's `/reverse` (nominatim.org/release-docs/latest/api/Reverse). Parameters of the base URL are kept.
 */
export function reverseUrl(base: string, { latitude, longitude, language }: AddressRequest): URL {
  const url = new URL(base);
  url.pathname += url.pathname.endsWith('/') ? 'reverse' : '/reverse';
  for (const [name, value] of [
    ['format', 'jsonv2'],
    ['lat', String(latitude)],
    ['lon', String(longitude)],
    ['zoom', '18'],
    ['addressdetails', '1'],
    ['accept-language', language],
  ] as const)
    url.searchParams.set(name, value);
  return url;
}

const line = z.string().max(500).optional().catch(undefined);
const PLACES = ['city', 'town', 'village', 'municipality', 'hamlet', 'county'] as const;
const answerSchema = z.union([
  z.object({
    address: z.object({
      road: line,
      pedestrian: line,
      house_number: line,
      suburb: line,
      country_code: line,
      ...(Object.fromEntries(PLACES.map((name) => [name, line])) as Record<
        (typeof PLACES)[number],
        typeof line
      >),
    }),
  }),
  // Answer for a place without any data, such as the open sea.
  z.object({ error: z.string() }),
]);

/** Countries where the house number is written before the street. */
const NUMBER_FIRST = new Set(['au', 'ca', 'fr', 'gb', 'ie', 'in', 'lu', 'mt', 'my', 'nz', 'sg', 'us', 'za']);

/**
 * Returns the address from a geocoder's answer: street, house number and town. Returns `null` if there is none, `undefined` if
 * the answer is not a geocoder's.
 */
export function readAddress(text: string): string | null | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = answerSchema.safeParse(value);
  if (!read.success) return undefined;
  if ('error' in read.data) return null;
  const { address } = read.data;
  const road = address.road ?? address.pedestrian;
  const numbered = [road, address.house_number].filter((part) => part !== undefined);
  if (NUMBER_FIRST.has(address.country_code ?? '')) numbered.reverse();
  const street = road === undefined ? address.suburb : numbered.join(' ');
  const town = PLACES.map((name) => address[name]).find((name) => name !== undefined);
  return [street, town].filter((part) => part !== undefined).join(', ') || null;
}
