import type { Character, Occupation } from './characters.ts';
import { CAST, COMMONNESS } from './characters.ts';
import type { GeoPoint } from './geography.ts';
import { CENTRE, towards } from './geography.ts';
import type { Quirks } from './quirks.ts';
import { Random } from './random.ts';

/** A driver's phone. */
interface Device {
  readonly model: string;
  readonly version: string;
  readonly hasGyroscope: boolean;
}

/** A driver. All data follows from the seed and the index, so that a driver is created when needed and never stored. */
export interface Driver {
  readonly index: number;
  readonly id: string;
  readonly character: Character;
  readonly occupation: Occupation;
  readonly group?: string;
  readonly home: GeoPoint;
  /** Destination of the working day: a commuter's office, or the depot of a driver who does rounds. */
  readonly base: GeoPoint;
  readonly devices: readonly Device[];
  /** Whether the phone detects phone use, so that it can be rated. It requires a gyroscope. */
  readonly hasGyroscope: boolean;
  /** Whether the customer's app opens a session for each shift. */
  readonly usesSessions: boolean;
  /** Whether the app records in manual mode, and gives each trip a tracking id. */
  readonly usesTracking: boolean;
  /** Days before the start of the simulation at which the driver was first known. */
  readonly daysKnown: number;
  /** Factor by which the driver's event rates differ from those of the character. */
  readonly temper: number;
  readonly name: string;
}

const FIRST = [
  'Ines',
  'Jonas',
  'Mara',
  'Tarek',
  'Lena',
  'Paul',
  'Aylin',
  'Oskar',
  'Nina',
  'David',
  'Ewa',
  'Milan',
];
const LAST = ['Keller', 'Brandt', 'Yildiz', 'Novak', 'Berg', 'Hartmann', 'Silva', 'Vogt', 'Lange', 'Petrov'];
const MODELS = ['Pixel 7', 'Pixel 8a', 'Galaxy A54', 'Galaxy S22', 'iPhone 13', 'iPhone 15', 'Moto G84'];
const CHEAP_MODELS = ['Galaxy A03', 'Redmi 12C', 'Moto E13'];

/** Drivers of a fleet, by index and by id. They are created when they are requested, and not stored. */
export class Fleet {
  readonly size: number;
  readonly groups: readonly string[];
  readonly #seed: number;
  readonly #quirks: Quirks;

  constructor(options: { seed: number; drivers: number; groups: readonly string[]; quirks: Quirks }) {
    if (!Number.isInteger(options.drivers) || options.drivers < 1)
      throw new RangeError(`drivers ${options.drivers} is not a whole number from 1 up.`);
    this.size = options.drivers;
    this.groups = options.groups;
    this.#seed = options.seed;
    this.#quirks = options.quirks;
  }

  /** Returns the driver with an index from 0 to `size` - 1. */
  driver(index: number): Driver {
    const random = new Random(this.#seed, 'driver', index);
    const name = `${random.pick(FIRST)} ${random.pick(LAST)}`;
    const character = CAST[index] ?? random.weighted(COMMONNESS);
    const group = this.group(index);
    const occupation = occupationOf(character, random);
    const hasGyroscope =
      !this.#quirks.unratablePhones || !(index === 5 || (index > 6 && random.chance(0.08)));
    const home = towards(CENTRE, random.between(0, 2 * Math.PI), random.between(2.5, 17));
    return {
      index,
      id: this.id(index),
      character,
      occupation,
      ...(group === undefined ? {} : { group }),
      home,
      base: occupation === 'commuter' || group === undefined ? office(random) : this.#depot(group),
      devices: devicesOf(random, hasGyroscope),
      hasGyroscope,
      usesSessions: occupation === 'rounds' ? random.chance(0.7) : random.chance(0.2),
      usesTracking: occupation !== 'commuter' && random.chance(0.3),
      daysKnown: index < CAST.length || random.chance(0.93) ? random.integer(40, 900) : random.integer(3, 15),
      temper: Math.exp(random.gaussian(0, 0.3)),
      name,
    };
  }

  /** Returns the group of a driver, by index. Some drivers have none. */
  group(index: number): string | undefined {
    const random = new Random(this.#seed, 'group', index);
    if (this.groups.length === 0 || (index >= this.groups.length && random.chance(0.07))) return undefined;
    return index < this.groups.length ? this.groups[index]! : random.pick(this.groups);
  }

  /**
   * Returns the id of a driver, by index: index 16 has the id `d-17`. Every form of id contains the number, so that the index is
   * found without a list.
   */
  id(index: number): string {
    const number = index + 1;
    if (!this.#quirks.oddDriverIds) return `d-${number}`;
    const random = new Random(this.#seed, 'id', index);
    const form = index % 9 === 8 ? (Math.floor(index / 9) % 4) + 1 : 0;
    switch (form) {
      case 1:
        return `${random.pick(FIRST)}.${random.pick(LAST)}${number}@fleet.example`.toLowerCase();
      case 2:
        return `depot ${random.pick(['a', 'b', 'c'])}/${number}`;
      case 3:
        return `van:${random.integer(10, 99)}:${number}`;
      case 4:
        return `${random.pick(FIRST)} ${random.pick(LAST)} ${number}`;
      default:
        return `d-${number}`;
    }
  }

  /** Returns the index of the driver with an id; undefined when there is none. */
  indexOf(id: string): number | undefined {
    const number = Number(/(\d+)(?:@[^@]*)?$/.exec(id)?.[1] ?? 0);
    return number >= 1 && number <= this.size && this.id(number - 1) === id ? number - 1 : undefined;
  }

  #depot(group: string): GeoPoint {
    const random = new Random(this.#seed, 'depot', group);
    return towards(CENTRE, random.between(0, 2 * Math.PI), random.between(4, 9));
  }
}

function office(random: Random): GeoPoint {
  return towards(CENTRE, random.between(0, 2 * Math.PI), random.between(0.3, 5));
}

function occupationOf(character: Character, random: Random): Occupation {
  if (character === 'night') return 'night_rounds';
  // Gives declining drivers many trips a day, so that their score falls within a week.
  if (character === 'declining') return 'rounds';
  if (character === 'phone_user') return random.chance(0.6) ? 'rounds' : 'commuter';
  return random.weighted({ commuter: 38, rounds: 44, sales: 18 });
}

function devicesOf(random: Random, hasGyroscope: boolean): Device[] {
  const phone = (): Device => ({
    model: random.pick(hasGyroscope ? MODELS : CHEAP_MODELS),
    version: `${random.integer(12, 15)}.${random.integer(0, 3)}`,
    hasGyroscope,
  });
  return random.chance(0.1) ? [phone(), phone()] : [phone()];
}
