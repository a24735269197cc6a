/** The geocoder and the server of map tiles, with the limits of their requests. */
export { createGeocoder, readAddress, reverseUrl } from './geocoder.ts';
export { createMaps } from './maps.ts';
export { bytesOf, userAgentOf } from './request.ts';
export { createMapTiles, tileUrl } from './tiles.ts';
