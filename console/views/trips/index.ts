/** Trips: the list, and one trip with its path, its speed, and what every rule decided of it. */
export { TripPage } from './tripPage.tsx';
export { Trips } from './list.tsx';
