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
