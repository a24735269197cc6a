/** Requests street addresses from a geocoder, and map tiles from a tile server, within their limits. */
export { createGeocoder, readAddress, reverseUrl } from './geocoder.ts';
export { createMaps } from './maps.ts';
export { bytesOf, userAgentOf } from './request.ts';
export { createMapTiles, tileUrl } from './tiles.ts';
