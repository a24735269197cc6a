import { standInTrip } from '../support/stand-ins/analytics.ts';
import { randomOf, shuffled } from './random.ts';

/** A trip of the made-up fleet. The seed and its number determine everything about it. */
export interface WorldTrip {
  readonly driverId: string;
  readonly tripId: string;
  /** Hours from its end to the beginning of the run; negative if it ended later, by a clock that is ahead. */
  readonly endedHoursAgo: number;
  readonly distanceKm: number;
  /** Codes of driving events: 0 hard brake, 1 rapid acceleration, 2 phone use, 4 collision. */
  readonly events: readonly number[];
  /** 1 to 5; -1: cannot be rated. */
  readonly phoneRating: number;
  /** Number of reads that answer that it does not exist yet. */
  readonly unreadable: number;
}

/** Number of trips in a block. Every block has the same kinds of trips in another order. */
export const BLOCK = 21;
/** Matches the first part of a driver's id anywhere in a message. */
export const DRIVER = /drv-\d{7}/g;

interface Slot {
  /** Number of the driver within the block. */
  readonly driver: number;
  readonly events?: readonly number[];
  readonly distanceKm?: number;
  readonly phoneRating?: number;
  readonly hoursAgo?: number;
  /** Number that is shared by slots with the same trip id but different drivers. */
  readonly sharedTripId?: number;
}

const SLOTS: readonly Slot[] = [
  { driver: 0, events: [4], sharedTripId: 0 },
  { driver: 1, events: [0, 4, 4], sharedTripId: 0 },
  { driver: 2, events: [4, 1] },
  // Three trips with one event each reach the threshold only together, in any order.
  { driver: 3, events: [2], hoursAgo: 50 },
  { driver: 3, events: [2], hoursAgo: 7 },
  { driver: 3, events: [2], hoursAgo: 1 },
  // Each of the three trips raises an alert, and the driver's throttle lets only one through.
  { driver: 4, events: [0, 0], hoursAgo: 9 },
  { driver: 4, events: [0, 0, 1], hoursAgo: 4 },
  { driver: 4, events: [0, 0, 0], hoursAgo: 2 },
  { driver: 5, distanceKm: 180, phoneRating: 2 },
  { driver: 6, distanceKm: 240, phoneRating: 1 },
  // A trip that cannot be rated does not have a bad rating.
  { driver: 7, distanceKm: 240, phoneRating: -1 },
  { driver: 8, distanceKm: 99, phoneRating: 1 },
  { driver: 9, events: [2, 2] },
  // By a clock that is ahead. Together with the previous trip it would reach the threshold.
  { driver: 9, events: [2], hoursAgo: -48 },
  { driver: 10, events: [0, 1] },
  // One day outside the window.
  { driver: 11, events: [2, 2], hoursAgo: 200 },
  { driver: 11, events: [2], hoursAgo: 3 },
  // Shorter than a kilometre, to be deleted: the second only within the daily cap, the third never, because of its collision.
  { driver: 12, distanceKm: 0.7 },
  { driver: 13, distanceKm: 0.2 },
  { driver: 14, distanceKm: 0.7, events: [4] },
];

/** Returns the trip with a number, from 0 on. */
export function tripOf(seed: number, index: number): WorldTrip {
  const block = Math.floor(index / BLOCK);
  return tripsOfBlock(seed, block)[index % BLOCK]!;
}

/** Returns a driver's trips among the first `trips` of a seed. */
export function tripsOfDriver(
  world: { readonly seed: number; readonly trips: number },
  driverId: string,
): WorldTrip[] {
  const block = blockOf(driverId);
  if (block === undefined) return [];
  return tripsOfBlock(world.seed, block).filter(
    (trip, place) => trip.driverId === driverId && block * BLOCK + place < world.trips,
  );
}

const kept = new Map<string, readonly WorldTrip[]>();

function tripsOfBlock(seed: number, block: number): readonly WorldTrip[] {
  const key = `${seed} ${block}`;
  const found = kept.get(key);
  if (found) return found;
  if (kept.size > 200) kept.clear();
  const random = randomOf('block', seed, block);
  const made = shuffled(SLOTS, random).map((slot, place) => makeTrip({ slot, block, place }, random));
  kept.set(key, made);
  return made;
}

function makeTrip(
  { slot, block, place }: { readonly slot: Slot; readonly block: number; readonly place: number },
  random: () => number,
): WorldTrip {
  const number = block * BLOCK + slot.driver;
  const named = `drv-${String(number).padStart(7, '0')}`;
  const minute = slot.sharedTripId === undefined ? place : BLOCK + slot.sharedTripId;
  return {
    driverId: fullDriverId(named),
    tripId: String(1_790_000_000_000 + block * 100_000 + minute * 1_000),
    endedHoursAgo: slot.hoursAgo ?? 1 + Math.floor(random() * 20),
    distanceKm: slot.distanceKm ?? 3 + Math.floor(random() * 60),
    events: slot.events ?? [],
    phoneRating: slot.phoneRating ?? 3 + Math.floor(random() * 3),
    // Trips to be deleted are always readable, because a restarted service would report them as unreadable again.
    unreadable: random() < 0.06 && (slot.distanceKm ?? 1) >= 1 ? 1 : 0,
  };
}

/** Returns a driver's whole id from its first part. Some hold special characters, because ids may hold nearly any. */
export function fullDriverId(named: string): string {
  return Number(named.slice(4)) % 7 === 3 ? `${named}/a b:c@fleet` : named;
}

/** Returns a driver's region in the directory, or undefined if the directory has none. */
export function regionOf(driverId: string): 'north' | 'south' | undefined {
  const number = Number(/^drv-(\d{7})/.exec(driverId)?.[1] ?? 0);
  return ([undefined, 'north', 'south'] as const)[number % 3];
}

/** The groups of the fleet. */
export const GROUPS = ['express', 'harbour'] as const;

/** Returns a driver's groups at the analytics service: none, one or both. */
export function groupsOf(driverId: string): readonly (typeof GROUPS)[number][] {
  const number = Number(/^drv-(\d{7})/.exec(driverId)?.[1] ?? 0);
  return ([[], ['harbour'], ['express'], GROUPS] as const)[Math.floor(number / 2) % 4]!;
}

/** Returns the distinct ids of all drivers of a world. */
export function driversOf(world: { readonly seed: number; readonly trips: number }): readonly string[] {
  const all = Array.from({ length: world.trips }, (_each, index) => tripOf(world.seed, index).driverId);
  return [...new Set(all)];
}

function blockOf(driverId: string): number | undefined {
  const number = /^drv-(\d{7})/.exec(driverId)?.[1];
  return number === undefined ? undefined : Math.floor(Number(number) / BLOCK);
}

/** A trip with all its sections, as the analytics service has it. */
export type ServiceTrip = ReturnType<typeof standInTrip>;

/** @param startedAt when the run began; trips ended before it, except those by a clock that is ahead */
export function serviceTrip(trip: WorldTrip, startedAt: Date): ServiceTrip {
  const { tripId, events, distanceKm, phoneRating, endedHoursAgo } = trip;
  const endedAt = new Date(startedAt.getTime() - endedHoursAgo * 3_600_000);
  return standInTrip(tripId, { endedAt, events, distanceKm, phoneRating, score: 78 });
}
