/** The picture of a trip's path, as SVG with its alternative text. */
export { pictureAltText } from './legend.ts';
export { fitTo, unrolled } from './pathProjection.ts';
export { tripPicture, tripPictureSvg } from './picture.ts';
export type { TripPictureInput } from './picture.ts';
