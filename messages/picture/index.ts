/** The picture of a trip's path, as SVG with its alternative text. */
export { pictureAltText } from './altText.ts';
export { fitTo, unrolled } from './pathProjection.ts';
export { tripPicture } from './picture.ts';
export type { TripPictureInput } from './picture.ts';
export { tripPictureSvg } from './svg.ts';
