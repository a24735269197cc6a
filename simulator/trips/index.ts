/** Creates the trips of the simulated fleet day by day, and computes scores from them. */
export { placeAt, ratesOn } from './days.ts';
export type { DayPlanner } from './days.ts';
export { detailOf } from './detail.ts';
export type { TripDetail } from './detail.ts';
export { FleetDesk } from './fleetFigures.ts';
export type { FleetFigures } from './fleetFigures.ts';
export { Journal } from './journal.ts';
export { DrawnReadings } from './randomReadings.ts';
export { Readings, timesOf } from './readings.ts';
export type { DailyFigures, DayRange, DriverFigures } from './readings.ts';
export { makeTrip } from './trip.ts';
export type { SimulatedTrip } from './trip.ts';
export { TripBook } from './tripStore.ts';
