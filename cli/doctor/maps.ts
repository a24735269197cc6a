import { createGeocoder, bytesOf, tileUrl, userAgentOf } from '../../activities/maps/index.ts';
import { createBreaker } from '../../activities/dependencies/index.ts';
import type { Config } from '../../config.ts';
import { imageType } from '../../messages/picture/index.ts';
import type { Check } from './checks/index.ts';

const WITHIN_MS = 5_000;
const MOST_BYTES = 524_288;
/** A place where no driver lives: the Brandenburg Gate. */
const KNOWN_PLACE = { latitude: 52.51627, longitude: 13.3777, language: 'en' } as const;

/**
 * Requests an address from the geocoder and a tile from the tile server, as a worker would. A server that is
 * not configured is skipped.
 */
export async function checkMaps(
  config: Pick<Config, 'geocoderUrl' | 'mapTiles' | 'publicUrl'>,
): Promise<readonly Check[]> {
  const userAgent = userAgentOf(config.publicUrl);
  const checks: Check[] = [];
  if (config.geocoderUrl !== undefined) checks.push(await checkGeocoder(config.geocoderUrl, userAgent));
  if (config.mapTiles) checks.push(await checkTiles(config.mapTiles.url, userAgent));
  return checks;
}

async function checkGeocoder(url: string, userAgent: string): Promise<Check> {
  const breaker = createBreaker({ nowMs: () => performance.now() });
  const geocoder = createGeocoder({ url, userAgent, breaker, acquireSlot: () => Promise.resolve(0) });
  const address = await geocoder.addressNear(KNOWN_PLACE);
  return address === undefined
    ? {
        name: 'geocoder',
        result: 'fail',
        message:
          'does not answer as Nominatim does: check GEOCODER_URL, which is the address without /reverse. Messages of incidents go without street addresses.',
      }
    : { name: 'geocoder', result: 'ok', message: 'answers; one request a second at most is sent to it' };
}

async function checkTiles(url: string, userAgent: string): Promise<Check> {
  const bytes = await bytesOf(tileUrl(url, { zoom: 0, x: 0, y: 0 }), {
    userAgent,
    signal: AbortSignal.timeout(WITHIN_MS),
    mostBytes: MOST_BYTES,
  });
  const name = 'map tiles';
  if (bytes === undefined)
    return {
      name,
      result: 'fail',
      message:
        'The tile of zoom 0 does not come: check MAP_TILES_URL and its key. Pictures of paths go without streets.',
    };
  return imageType(bytes)
    ? { name, result: 'ok', message: 'the tile server answers' }
    : {
        name,
        result: 'fail',
        message:
          'The tile server sends no PNG or JPEG of at most 1024 pixels: check MAP_TILES_URL. Vector tiles and WebP cannot be drawn. Pictures of paths go without streets.',
      };
}
