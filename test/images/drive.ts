import { pngSource } from '../../messages/format/index.ts';
import { tripPicture } from '../../messages/picture/index.ts';
import type { TripPictureInput } from '../../messages/picture/index.ts';

const START = Date.parse('2025-11-21T13:03:00Z');
const at = (index: number): number => START + index * 8_000;

/** A trip that starts near the north arrow of the picture and ends in a collision. */
const drive: TripPictureInput = {
  path: Array.from({ length: 240 }, (_, index) => ({
    latitude: 52.56 - index * 0.0003 + Math.sin(index / 18) * 0.004,
    longitude: 13.5 - index * 0.0008 + Math.cos(index / 25) * 0.006,
    timeMillis: at(index),
  })),
  speedProfile: Array.from({ length: 240 }, (_, index) => ({
    timeMillis: at(index),
    speedKmph: 70 + 60 * Math.sin(index / 30),
  })),
  events: [
    ['HARD_BRAKE', 60],
    ['PHONE_USE', 120],
    ['OVERSPEEDING', 121],
    ['HARD_BRAKE', 180],
    ['COLLISION', 239],
  ].map(([typeName, index]) => ({
    typeName: String(typeName),
    startTime: new Date(at(Number(index))).toISOString(),
    extra: {},
  })),
};

/** Pictures of the trip as `data:` URLs, by language. */
export const pictures = {
  en: pngSource(tripPicture(drive) ?? new Uint8Array()),
  de: pngSource(tripPicture(drive, { language: 'de' }) ?? new Uint8Array()),
} as const;
