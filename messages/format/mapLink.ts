/** A place as words, and an address that shows it on a map. */
export interface MapLink {
  /** Latitude and longitude in degrees, to about a metre: `52.51627, 13.37770`. */
  readonly words: string;
  readonly href: string;
}

const DIGITS = 5;

/** Where a place is on OpenStreetMap; undefined when it is none on Earth. Nothing is loaded from there by a message. */
export function mapLink(
  place: { readonly latitude?: number; readonly longitude?: number } | undefined,
): MapLink | undefined {
  const { latitude, longitude } = place ?? {};
  if (latitude === undefined || longitude === undefined) return undefined;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined;
  const [north, east] = [latitude.toFixed(DIGITS), longitude.toFixed(DIGITS)];
  return {
    words: `${north}, ${east}`,
    href: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`,
  };
}
