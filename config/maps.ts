import { checked, isUrl } from './variable.ts';
import type { Read, Variable } from './variable.ts';

const MOST_LETTERS = 80;
const WORDS = `is not one line of 1 to ${MOST_LETTERS} characters without < and >, such as © OpenStreetMap contributors`;

/**
 * Returns whether a text is a URL template of map tiles. It must contain all placeholders, and be a URL once numbers replace
 * them.
 */
function isTileTemplate(text: string): boolean {
  const filled = ['{z}', '{x}', '{y}'].reduce((url, part) => url.replaceAll(part, '1'), text);
  return ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) && isHttp(filled) && !/[{}]/.test(filled);
}

/** Returns whether a text is an http(s) URL without user and password, which `fetch` refuses. */
function isHttp(text: string): boolean {
  return isUrl(text, 'http', 'https') && new URL(text).username === '' && new URL(text).password === '';
}

/** Variables of the geocoder and the map tiles. The URLs are secrets, because they may contain a key. */
export const MAP_VARIABLES = {
  GEOCODER_URL: {
    purpose: 'A geocoder with Nominatim’s interface, for street addresses in incidents; none when not set.',
    secretOf: ['worker'],
    type: checked(isHttp, 'is not an http(s) URL without user and password'),
  },
  MAP_TILES_URL: {
    purpose: 'Raster tiles for streets below paths, with {z}, {x} and {y}; none when not set.',
    secretOf: ['worker'],
    type: checked(
      isTileTemplate,
      'is not an http(s) URL with {z}, {x} and {y}, no other braces, and no user and password',
    ),
  },
  MAP_ATTRIBUTION: {
    purpose: 'Names the makers of the map on each picture with tiles; needed with MAP_TILES_URL.',
    type: checked((text) => text.length <= MOST_LETTERS && /^[^<>\p{Cc}]+$/u.test(text), WORDS),
  },
} as const satisfies Record<string, Variable>;

/** Settings of the geocoder and the map tiles. An absent one is off. */
export interface MapSettings {
  readonly geocoderUrl?: string;
  readonly mapTiles?: { readonly url: string; readonly attribution: string };
}

/** Reads the settings of the geocoder and the map tiles. */
export function readMaps(value: Read<typeof MAP_VARIABLES>, mistakes: string[]): MapSettings {
  const [geocoderUrl, url] = [value('GEOCODER_URL'), value('MAP_TILES_URL')];
  const attribution = value('MAP_ATTRIBUTION');
  if (url !== undefined && attribution === undefined)
    mistakes.push(
      'MAP_ATTRIBUTION is not set, and MAP_TILES_URL is: makers of maps ask to be named on every picture. Set it to what their terms say, such as © OpenStreetMap contributors.',
    );
  return {
    ...(geocoderUrl !== undefined && { geocoderUrl }),
    ...(url !== undefined && attribution !== undefined && { mapTiles: { url, attribution } }),
  };
}
