/** A place on earth, degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** The middle of the area the fleet drives in: inland and flat, so that no path crosses a sea. */
export const CENTRE: GeoPoint = { latitude: 52.3745, longitude: 9.7385 };

const KM_PER_DEGREE = 111.195;

/** Returns the place that many kilometres east and north of another, exact to about a metre over the distances driven here. */
export function offset(from: GeoPoint, eastKm: number, northKm: number): GeoPoint {
  return {
    latitude: from.latitude + northKm / KM_PER_DEGREE,
    longitude: from.longitude + eastKm / (KM_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180)),
  };
}

/** Returns the place in a direction (radians, counter-clockwise from east) and a distance. */
export function towards(from: GeoPoint, direction: number, km: number): GeoPoint {
  return offset(from, Math.cos(direction) * km, Math.sin(direction) * km);
}

/** Returns the kilometres east and north from one place to another. */
export function difference(
  from: GeoPoint,
  to: GeoPoint,
): { readonly eastKm: number; readonly northKm: number } {
  return {
    eastKm: (to.longitude - from.longitude) * KM_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180),
    northKm: (to.latitude - from.latitude) * KM_PER_DEGREE,
  };
}

/** Returns the straight-line kilometres between two places. */
export function crowKm(from: GeoPoint, to: GeoPoint): number {
  const { eastKm, northKm } = difference(from, to);
  return Math.hypot(eastKm, northKm);
}
