/** The picture of a trip’s path: its legend, and the picture in words. */
export const picture = {
  start: 'Start',
  end: 'End',
  speedUnder: 'under {speed}',
  speedFrom: '{speed} and more',
  otherEvents: 'other × {count}',
  noPath: 'No path was recorded; only events have a place.',
  onePoint: 'Only one point of the path was recorded.',
  hardlyMoved: 'The vehicle hardly moved.',
  north: 'N',
  altText: 'The trip’s path from start to end.',
  altTextEvents: 'The trip’s path from start to end, with {events}.',
  altTextOthers: '{count} other',
} as const;
