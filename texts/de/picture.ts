import type { TextsOf } from '../en/index.ts';

/** The picture of a trip’s path: its legend, and the picture in words. */
export const picture: TextsOf<'picture'> = {
  start: 'Start',
  end: 'Ende',
  speedUnder: 'unter {speed}',
  speedFrom: '{speed} und mehr',
  otherEvents: 'andere × {count}',
  noPath: 'Kein Weg wurde aufgezeichnet; nur Ereignisse haben einen Ort.',
  onePoint: 'Nur ein Punkt des Wegs wurde aufgezeichnet.',
  hardlyMoved: 'Das Fahrzeug hat sich kaum bewegt.',
  north: 'N',
  altText: 'Der Weg der Fahrt vom Start bis zum Ende.',
  altTextEvents: 'Der Weg der Fahrt vom Start bis zum Ende, mit {events}.',
  altTextOthers: '{count} andere',
};
