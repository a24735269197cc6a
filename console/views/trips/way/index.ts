/** The drawing of a trip: its path and its speed on one time axis, for every view that shows a trip. */
export { TripWay } from './tripWay.tsx';
