import type { MapTile } from '../../messages/picture/index.ts';

/** A place on Earth, in degrees. */
export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/** Turns positions into street addresses. */
export interface Geocoder {
  /**
   * The address nearest to a position, as people there write it; null: the geocoder knows none. Undefined: no answer, or none
   * that could be asked for now. It never throws.
   */
  addressNear(asked: GeoPosition & { readonly language: string }): Promise<string | null | undefined>;
}

/** Tiles of a raster map. */
export interface MapTiles {
  /** Names the map's makers. */
  readonly attribution: string;
  /** Those of the tiles that came in time, by `tileKey`. It never throws. */
  fetch(tiles: readonly MapTile[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** What is known of places beyond a trip's own positions; what is absent is not configured. */
export interface Maps {
  readonly geocoder?: Geocoder;
  readonly tiles?: MapTiles;
}
