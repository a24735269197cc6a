/** The overview for the start of a day: open incidents, unusual figures, and connections to set up or repair. */
export { Overview } from './overview.tsx';
