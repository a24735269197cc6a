/** Trips: the list, and one trip with its path, its speed, and every rule's decision. */
export { TripPage } from './tripPage.tsx';
export { Trips } from './list.tsx';
