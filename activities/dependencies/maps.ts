import type { MapTile } from '../../messages/picture/index.ts';

/** A place on Earth, in degrees. */
export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/** A service that turns positions into street addresses. */
export interface Geocoder {
  /**
   * Returns the address nearest to a position, as people there write it; `null` when the geocoder knows none. Returns
   * `undefined` without an answer, or when no request could be made now. It never throws.
   */
  addressNear(asked: GeoPosition & { readonly language: string }): Promise<string | null | undefined>;
}

/** Tiles of a raster map. */
export interface MapTiles {
  /** Names of the map's makers. */
  readonly attribution: string;
  /** Returns the tiles that came in time, by `tileKey`. It never throws. */
  fetch(tiles: readonly MapTile[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Sources about places beyond a trip's own positions; an absent one is not configured. */
export interface Maps {
  readonly geocoder?: Geocoder;
  readonly tiles?: MapTiles;
}
