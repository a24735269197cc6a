import { randomOf, shuffled } from './random.ts';

/** One trip of the made-up fleet: everything about it follows from the seed and its number. */
export interface WorldTrip {
  readonly driverId: string;
  readonly tripId: string;
  /** Hours before the run's beginning at which it ended; negative: after it, by a clock that is ahead of its receipt. */
  readonly endedHoursAgo: number;
  readonly distanceKm: number;
  /** Codes of driving events: 0 hard brake, 1 rapid acceleration, 2 phone use, 4 collision. */
  readonly events: readonly number[];
  /** 1 to 5; -1: cannot be rated. */
  readonly phoneRating: number;
  /** How often a read answers that it is not there yet. */
  readonly unreadable: number;
}

/** Trips come in blocks of so many, each with the same kinds in another order. */
export const BLOCK = 21;
/** What a driver's id looks like, wherever in a message it stands. */
export const DRIVER = /drv-\d{7}/g;

interface Slot {
  /** Slots of one block with the same number here are one driver's. */
  readonly driver: number;
  readonly events?: readonly number[];
  readonly distanceKm?: number;
  readonly phoneRating?: number;
  readonly hoursAgo?: number;
  /** Slots with the same number here have the same trip id, of different drivers. */
  readonly sharedTripId?: number;
}

const SLOTS: readonly Slot[] = [
  { driver: 0, events: [4], sharedTripId: 0 },
  { driver: 1, events: [0, 4, 4], sharedTripId: 0 },
  { driver: 2, events: [4, 1] },
  // Three trips with one event each: only together do they reach the count, whichever comes last.
  { driver: 3, events: [2], hoursAgo: 50 },
  { driver: 3, events: [2], hoursAgo: 7 },
  { driver: 3, events: [2], hoursAgo: 1 },
  // Each of the three is worth a message, and the driver's throttle lets one of them out.
  { driver: 4, events: [0, 0], hoursAgo: 9 },
  { driver: 4, events: [0, 0, 1], hoursAgo: 4 },
  { driver: 4, events: [0, 0, 0], hoursAgo: 2 },
  { driver: 5, distanceKm: 180, phoneRating: 2 },
  { driver: 6, distanceKm: 240, phoneRating: 1 },
  // Cannot be rated, and is therefore not badly rated.
  { driver: 7, distanceKm: 240, phoneRating: -1 },
  { driver: 8, distanceKm: 99, phoneRating: 1 },
  { driver: 9, events: [2, 2] },
  // By a clock that is ahead: one that counted with the trip before it would reach the count.
  { driver: 9, events: [2], hoursAgo: -48 },
  { driver: 10, events: [0, 1] },
  // Out of the window by a day.
  { driver: 11, events: [2, 2], hoursAgo: 200 },
  { driver: 11, events: [2], hoursAgo: 3 },
  // Shorter than a kilometre: to be deleted; the second of them only as far as the day's cap allows, the third never.
  { driver: 12, distanceKm: 0.7 },
  { driver: 13, distanceKm: 0.2 },
  { driver: 14, distanceKm: 0.7, events: [4] },
];

/** The trip of a number from 0 on. */
export function tripOf(seed: number, index: number): WorldTrip {
  const block = Math.floor(index / BLOCK);
  return tripsOfBlock(seed, block)[index % BLOCK]!;
}

/** A driver's trips among the first `trips` of a seed. */
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
    // Not those that are deleted: a service that was restarted would again answer that they are not there.
    unreadable: random() < 0.06 && (slot.distanceKm ?? 1) >= 1 ? 1 : 0,
  };
}

/** A driver's whole id, from the part that is looked for in messages. Ids may hold nearly anything. */
export function fullDriverId(named: string): string {
  return Number(named.slice(4)) % 7 === 3 ? `${named}/a b:c@fleet` : named;
}

/** The region of a driver as the directory has it; undefined: the directory has none. */
export function regionOf(driverId: string): 'north' | 'south' | undefined {
  const number = Number(/^drv-(\d{7})/.exec(driverId)?.[1] ?? 0);
  return ([undefined, 'north', 'south'] as const)[number % 3];
}

/** The groups of the fleet. */
export const GROUPS = ['express', 'harbour'] as const;

/** The groups of a driver as the analytics service has them: none, one or both. */
export function groupsOf(driverId: string): readonly (typeof GROUPS)[number][] {
  const number = Number(/^drv-(\d{7})/.exec(driverId)?.[1] ?? 0);
  return ([[], ['harbour'], ['express'], GROUPS] as const)[Math.floor(number / 2) % 4]!;
}

/** The ids of all drivers of a world, each once. */
export function driversOf(world: { readonly seed: number; readonly trips: number }): readonly string[] {
  const all = Array.from({ length: world.trips }, (_each, index) => tripOf(world.seed, index).driverId);
  return [...new Set(all)];
}

function blockOf(driverId: string): number | undefined {
  const number = /^drv-(\d{7})/.exec(driverId)?.[1];
  return number === undefined ? undefined : Math.floor(Number(number) / BLOCK);
}
