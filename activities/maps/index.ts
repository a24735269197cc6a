/** The geocoder and the server of map tiles: what is asked of them, within which limits. */
export { createGeocoder, readAddress, reverseUrl } from './geocoder.ts';
export { createMaps } from './maps.ts';
export { bytesOf, userAgentOf } from './request.ts';
export { createMapTiles, tileUrl } from './tiles.ts';
