/** A trip prepared for drawing: the path scaled into a box, and speeds and events on the time axis. */
export { BOX, speedAt, spotAt, wayOf } from './way.ts';
export type { EventMark, TripPath, Way } from './way.ts';
