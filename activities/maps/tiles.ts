import { tileKey } from '../../messages/picture/index.ts';
import type { MapTile } from '../../messages/picture/index.ts';
import type { Breaker, MapTiles } from '../dependencies/index.ts';
import { bytesOf } from './request.ts';

/** Milliseconds to wait at most for tiles. A picture is drawn without tiles that are late. */
const WAITS_MS = 1_500;
const LARGEST_TILE_BYTES = 524_288;
/**
 * Milliseconds for which a tile stays in memory, because the messages about one trip go to several recipients. The memory does
 * not record for which trip a tile was fetched.
 */
const KEPT_MS = 60_000;
/** Largest number of tiles in memory, enough for about twenty pictures. */
const MOST_KEPT = 240;

/** Tile server as configured. */
interface TileServer {
  /** URL template with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly attribution: string;
  readonly userAgent: string;
  readonly breaker: Breaker;
  readonly nowMs?: () => number;
}

/** Creates a source of map tiles that requests all tiles of a picture at the same time. */
export function createMapTiles(server: TileServer): MapTiles {
  const { attribution, breaker, nowMs = () => performance.now() } = server;
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly untilMs: number }>();

  function known(key: string): Uint8Array | undefined {
    for (const [each, { untilMs }] of kept) if (untilMs <= nowMs()) kept.delete(each);
    return kept.get(key)?.bytes;
  }
  function keep(key: string, bytes: Uint8Array): void {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { bytes, untilMs: nowMs() + KEPT_MS });
  }
  async function ask(tiles: readonly MapTile[]): Promise<readonly (readonly [string, Uint8Array])[]> {
    const passage = breaker.enter();
    if (!passage) return [];
    const signal = AbortSignal.timeout(WAITS_MS);
    const came = await Promise.all(
      tiles.map(async (tile) => {
        const bytes = await bytesOf(tileUrl(server.url, tile), {
          userAgent: server.userAgent,
          signal,
          mostBytes: LARGEST_TILE_BYTES,
        });
        return bytes && ([tileKey(tile), bytes] as const);
      }),
    );
    const found = came.filter((each) => each !== undefined);
    passage.end(found.length > 0 ? 'there' : 'unavailable');
    return found;
  }

  return {
    attribution,
    async fetch(tiles) {
      const have = new Map(tiles.flatMap((tile) => entryOf(tileKey(tile), known(tileKey(tile)))));
      const missing = tiles.filter((tile) => !have.has(tileKey(tile)));
      for (const [key, bytes] of missing.length > 0 ? await ask(missing) : []) {
        keep(key, bytes);
        have.set(key, bytes);
      }
      return have;
    },
  };
}

function entryOf(key: string, bytes: Uint8Array | undefined): readonly (readonly [string, Uint8Array])[] {
  return bytes ? [[key, bytes]] : [];
}

/** Returns the URL of a tile. */
export function tileUrl(template: string, { zoom, x, y }: MapTile): string {
  return template.replaceAll('{z}', String(zoom)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
}
