/** A place on earth, degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The middle of the area the fleet drives in: inland and flat, so that no path crosses a sea. */
export const CENTRE: Place = { latitude: 52.3745, longitude: 9.7385 };

const KM_PER_DEGREE = 111.195;

/** Returns the place that many kilometres east and north of another, exact to about a metre over the distances driven here. */
export function offset(from: Place, eastKm: number, northKm: number): Place {
  return {
    latitude: from.latitude + northKm / KM_PER_DEGREE,
    longitude: from.longitude + eastKm / (KM_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180)),
  };
}

/** Returns the place in a direction (radians, counter-clockwise from east) and a distance. */
export function towards(from: Place, direction: number, km: number): Place {
  return offset(from, Math.cos(direction) * km, Math.sin(direction) * km);
}

/** Returns the kilometres east and north from one place to another. */
export function difference(from: Place, to: Place): { readonly eastKm: number; readonly northKm: number } {
  return {
    eastKm: (to.longitude - from.longitude) * KM_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180),
    northKm: (to.latitude - from.latitude) * KM_PER_DEGREE,
  };
}

/** Returns the straight-line kilometres between two places. */
export function crowKm(from: Place, to: Place): number {
  const { eastKm, northKm } = difference(from, to);
  return Math.hypot(eastKm, northKm);
}
