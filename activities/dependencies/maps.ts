import type { MapTile } from '../../messages/picture/index.ts';

/** Geographic position, in degrees. */
export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/** Service that converts positions into street addresses. */
export interface Geocoder {
  /**
   * Returns the street address nearest to a position, in the local notation; `null` if there is none. Returns `undefined` without
   * an answer, or when no request could be made now. Never throws.
   */
  addressNear(asked: GeoPosition & { readonly language: string }): Promise<string | null | undefined>;
}

/** Service that returns the tiles of a raster map. */
export interface MapTiles {
  /** Names of the map's authors, which a picture with the map has to show. */
  readonly attribution: string;
  /** Returns the tiles that arrived in time, by `tileKey`. Never throws. */
  fetch(tiles: readonly MapTile[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Optional services for maps and street addresses. An absent one is not configured. */
export interface Maps {
  readonly geocoder?: Geocoder;
  readonly tiles?: MapTiles;
}
