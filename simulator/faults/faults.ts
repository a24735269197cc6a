import { ApiError } from '../api/index.ts';
import { Random } from '../world/index.ts';
import type { SimulatedClock } from '../world/index.ts';
import type { Call, Endpoint } from './endpoints.ts';

/** The requests that a fault hits; without any field, all of them. */
export interface Hit {
  /** Probability from 0 to 1, drawn from the seed. */
  readonly share?: number;
  /** The number of requests that it hits; later ones pass. */
  readonly next?: number;
  /** Only these endpoints. */
  readonly endpoints?: readonly Endpoint[];
  /** Only requests about one of these trips. */
  readonly trips?: readonly string[];
}

/** Faults of the API. */
export interface Faults {
  /** Real milliseconds before every answer. */
  readonly latencyMs?: number;
  /** 429, with `Retry-After` in seconds where it is given. */
  readonly limited?: Hit & { readonly retryAfterSeconds?: number };
  /** An error status, 500 by default. */
  readonly failing?: Hit & { readonly status?: number };
  /** The request is carried out, a deletion included, but the connection breaks before the answer. */
  readonly dropped?: Hit;
  /** 200 with a body that is not JSON. */
  readonly garbled?: Hit;
  /** Every key is refused, with this status. */
  readonly refuseKey?: 401 | 403;
}

/** How an outage looks: the connection breaks, or a proxy answers 503. */
export type Outage = 'broken_connection' | 'unavailable';

/** The faults of one request. */
export interface Fate {
  readonly latencyMs: number;
  /** The connection breaks at once. */
  readonly broken: boolean;
  readonly error?: ApiError;
  readonly retryAfterSeconds?: number;
  readonly dropped: boolean;
  readonly garbled: boolean;
}

/** The fault switches of the API. Webhooks go out whatever is set here. */
export class FaultSwitches {
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  #faults: Faults = {};
  #left = new Map<string, number>();
  #outage: { readonly untilMs: number; readonly how: Outage } | undefined;

  constructor(options: { clock: SimulatedClock; seed: number }) {
    this.#clock = options.clock;
    this.#random = new Random(options.seed, 'faults');
  }

  /** Adds faults to those that are on; one of a kind takes the place of the last. */
  set(faults: Faults): void {
    this.#faults = { ...this.#faults, ...faults };
    for (const kind of ['limited', 'failing', 'dropped', 'garbled'] as const) {
      if (!(kind in faults)) continue;
      const next = faults[kind]?.next;
      if (next === undefined) this.#left.delete(kind);
      else this.#left.set(kind, next);
    }
  }

  /** Nothing answers for that many simulated seconds. */
  outFor(seconds: number, how: Outage = 'unavailable'): void {
    this.#outage = { untilMs: this.#clock.now() + seconds * 1000, how };
  }

  /** Everything works again. */
  clear(): void {
    this.#faults = {};
    this.#left = new Map();
    this.#outage = undefined;
  }

  /** Returns the active faults, and how many hits are left of those that are limited in number. */
  current(): Faults & { readonly left: Readonly<Record<string, number>>; readonly outUntil?: string } {
    const out = this.#outage && this.#outage.untilMs > this.#clock.now() ? this.#outage : undefined;
    return {
      ...this.#faults,
      left: Object.fromEntries(this.#left),
      ...(out ? { outUntil: new Date(out.untilMs).toISOString() } : {}),
    };
  }

  /** Draws what happens to a request. */
  fateOf(call: Call): Fate {
    const { limited, failing } = this.#faults;
    const out = this.#outage && this.#outage.untilMs > this.#clock.now() ? this.#outage : undefined;
    const fate = { latencyMs: this.#faults.latencyMs ?? 0, broken: false, dropped: false, garbled: false };
    if (out?.how === 'broken_connection') return { ...fate, broken: true };
    if (out) return { ...fate, error: new ApiError(503, 'The service is unavailable.') };
    if (this.#faults.refuseKey)
      return { ...fate, error: new ApiError(this.#faults.refuseKey, 'The given apikey is not valid.') };
    if (limited && this.#hits('limited', limited, call))
      return {
        ...fate,
        error: new ApiError(429, 'Too many requests.'),
        ...(limited.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: limited.retryAfterSeconds }),
      };
    if (failing && this.#hits('failing', failing, call))
      return { ...fate, error: new ApiError(failing.status ?? 500, 'Something went wrong.') };
    const { dropped, garbled } = this.#faults;
    return {
      ...fate,
      dropped: dropped !== undefined && this.#hits('dropped', dropped, call),
      garbled: garbled !== undefined && this.#hits('garbled', garbled, call),
    };
  }

  #hits(kind: string, hit: Hit, { endpoint, tripId }: Call): boolean {
    if (hit.endpoints && !hit.endpoints.includes(endpoint)) return false;
    if (hit.trips && (tripId === undefined || !hit.trips.includes(tripId))) return false;
    const left = this.#left.get(kind);
    if (left !== undefined && left <= 0) return false;
    if (hit.share !== undefined && !this.#random.chance(hit.share)) return false;
    if (left !== undefined) this.#left.set(kind, left - 1);
    return true;
  }
}
