import type { components } from '../../api/index.ts';
import { LOCALES } from '../../language/index.ts';
import type { Language, Say } from '../../language/index.ts';

type Trip = components['schemas']['Trip'];

/** One figure of a trip with its label. */
export interface Figure {
  readonly label: string;
  readonly value: string;
}

/** Returns the known figures of a trip: distance, duration, top speed, score. */
export function figuresOf(
  trip: Trip,
  { say, language }: { readonly say: Say; readonly language: Language },
): readonly Figure[] {
  const number = (value: number): string =>
    new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(value);
  const { distance_km: distance, duration_seconds: duration, max_speed_kmph: speed, score } = trip;
  const figures: readonly (readonly [string, string | undefined])[] = [
    [say('trips.distance'), distance === undefined ? undefined : `${number(distance)} km`],
    [
      say('trips.duration'),
      duration === undefined ? undefined : say('incidents.duration', { count: Math.round(duration / 60) }),
    ],
    [
      say('trips.topSpeed'),
      speed === undefined ? undefined : say('incidents.kmh', { count: Math.round(speed) }),
    ],
    [
      say('trips.score'),
      score === undefined ? undefined : score === null ? say('trips.unrated') : number(score),
    ],
  ];
  return figures.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}
