/** Position on Earth, in degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Centre of the area in which the fleet drives. The area is inland and flat, so that no path crosses the sea. */
export const CENTRE: GeoPoint = { latitude: 52.3745, longitude: 9.7385 };

const KM_PER_DEGREE = 111.195;

/**
 * Returns the position so many kilometres east and north of another one. It is exact to about a metre over the distances of
 * trips.
 */
export function offset(from: GeoPoint, eastKm: number, northKm: number): GeoPoint {
  return {
    latitude: from.latitude + northKm / KM_PER_DEGREE,
    longitude: from.longitude + eastKm / (KM_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180)),
  };
}

/** Returns the position at a distance from another one, in a direction given in radians, counter-clockwise from east. */
export function towards(from: GeoPoint, direction: number, km: number): GeoPoint {
  return offset(from, Math.cos(direction) * km, Math.sin(direction) * km);
}

/** Returns how many kilometres east and north one position is of another. */
export function difference(
  from: GeoPoint,
  to: GeoPoint,
): { readonly eastKm: number; readonly northKm: number } {
  return {
    eastKm: (to.longitude - from.longitude) * KM_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180),
    northKm: (to.latitude - from.latitude) * KM_PER_DEGREE,
  };
}

/** Returns the straight-line distance between two positions, in kilometres. */
export function crowKm(from: GeoPoint, to: GeoPoint): number {
  const { eastKm, northKm } = difference(from, to);
  return Math.hypot(eastKm, northKm);
}
