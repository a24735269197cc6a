/** A trip's way as it is drawn: the path put into a box, and speeds and events on the time axis. */
export { BOX, speedAt, spotAt, wayOf } from './way.ts';
export type { EventMark, TripPath, Way } from './way.ts';
