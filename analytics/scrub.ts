/** Longest text of the service that an outcome repeats. */
const MAX_MESSAGE = 200;

/** Rewrites text so that it holds no API key. */
export type Scrub = (text: string) => string;

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

/** The scrub for a success's data, which must come through unharmed; a real key is long enough to be told apart. */
export function createDataScrub(apiKey: string): Scrub {
  return apiKey.length < SHORTEST_KEY_IN_DATA ? (text) => text : createScrub(apiKey);
}

/**
 * A text of the service, fit for a log: no key, no coordinates (decimals with four digits or more), no e-mail address, no
 * control characters, one line, bounded. Scrubbed before it is cut, or half a key could stay.
 */
export function quotable(text: string, scrub: Scrub): string {
  const clean = scrub(text.slice(0, 100_000))
    .replace(/-?\d{1,3}\.\d{4,}/g, '[number]')
    .replace(/[^\s@"'<>()[\]{},;:=&]{1,64}(?:@|%40)[^\s@"'<>()[\]{},;:=&]{1,255}/gi, '[address]')
    .replace(/[\p{Cc}\p{Surrogate}\s]+/gu, ' ')
    .trim();
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE)}…` : clean;
}
