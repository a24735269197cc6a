import type { Logger } from 'pino';
import { bookSlot } from '../../store/deliveries/index.ts';
import type { Db } from '../../store/db/index.ts';
import { createBreaker } from '../dependencies/index.ts';
import type { Maps } from '../dependencies/index.ts';
import { createGeocoder } from './geocoder.ts';
import { userAgentOf } from './request.ts';
import { createMapTiles } from './tiles.ts';

/** Fleet id for rate limits that all fleets share. No fleet has an empty id. */
const INSTALLATION = '';
/**
 * Rate limit of Nominatim's public server: one request per second. It is slightly slower, because timers and clocks are not
 * exact.
 */
const GEOCODER_RATE = { everyMs: 1_050, burst: 1, mostAheadMs: 3_000 } as const;

/** Creates the geocoder and the source of map tiles, each only if it is configured. */
export function createMaps(parts: {
  readonly config: {
    readonly publicUrl: string;
    readonly geocoderUrl?: string;
    readonly mapTiles?: { readonly url: string; readonly attribution: string };
  };
  readonly db: Db;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly now: () => Date;
}): Maps {
  const { config, db, log, now } = parts;
  const userAgent = userAgentOf(config.publicUrl);
  const breakerOf = (receiver: string) =>
    createBreaker({
      nowMs: () => performance.now(),
      changed(to) {
        if (to === 'open') log.warn({ receiver }, 'does not answer: circuit breaker open');
        else log.info({ receiver }, 'answers again');
      },
    });
  const acquireSlot = async (): Promise<number | undefined> => {
    const asked = { fleetId: INSTALLATION, channel: 'geocoder', at: now(), rateLimit: GEOCODER_RATE };
    const slot = await bookSlot(db, asked);
    return 'waitMs' in slot ? slot.waitMs : undefined;
  };
  return {
    ...(config.geocoderUrl !== undefined && {
      geocoder: createGeocoder({
        url: config.geocoderUrl,
        userAgent,
        breaker: breakerOf('geocoder'),
        acquireSlot,
      }),
    }),
    ...(config.mapTiles && {
      tiles: createMapTiles({ ...config.mapTiles, userAgent, breaker: breakerOf('map tiles') }),
    }),
  };
}
