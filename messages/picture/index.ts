/** The picture of a trip's path, as SVG with its alternative text, and the map below it. */
export { pictureAltText } from './legend.ts';
export { MOST_TILES, imageType, tileKey, tilesUnder } from './mapTiles.ts';
export type { MapBelow, MapTile, PlacedTile } from './mapTiles.ts';
export { fitTo, unrolled } from './pathProjection.ts';
export { tilesOfPicture, tripPicture, tripPictureSvg } from './picture.ts';
export type { TripPictureInput } from './picture.ts';
