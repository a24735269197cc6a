import { ApiError } from '../api/index.ts';
import { Random } from '../world/index.ts';
import type { SimulatedClock } from '../world/index.ts';
import type { Call, Endpoint } from './endpoints.ts';

/** Requests that a fault affects. Without any field, it affects all. */
export interface Hit {
  /** Probability from 0 to 1 that a request is affected. It is drawn from the seed. */
  readonly share?: number;
  /** Number of affected requests after which the fault ends. */
  readonly next?: number;
  /** Endpoints to which the fault is limited. */
  readonly endpoints?: readonly Endpoint[];
  /** Ids of trips. The fault is limited to requests about one of these trips. */
  readonly trips?: readonly string[];
}

/** Faults that the API simulates. */
export interface Faults {
  /** Real milliseconds of delay before every answer. */
  readonly latencyMs?: number;
  /** Fault that answers 429, with a `Retry-After` in seconds if one is given. */
  readonly limited?: Hit & { readonly retryAfterSeconds?: number };
  /** Fault that answers with an error status, 500 by default. */
  readonly failing?: Hit & { readonly status?: number };
  /** Fault that carries out the request, even a deletion, but breaks the connection before the answer. */
  readonly dropped?: Hit;
  /** Fault that answers 200 with a body that is not JSON. */
  readonly garbled?: Hit;
  /** Status with which every key is refused. */
  readonly refuseKey?: 401 | 403;
}

/** Kind of an outage: the connection breaks, or a proxy answers 503. */
export type Outage = 'broken_connection' | 'unavailable';

/** Faults that apply to one request. */
export interface Fate {
  readonly latencyMs: number;
  /** Whether the connection breaks at once. */
  readonly broken: boolean;
  readonly error?: ApiError;
  readonly retryAfterSeconds?: number;
  readonly dropped: boolean;
  readonly garbled: boolean;
}

/** Switches for the API's faults. They do not affect webhooks. */
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

  /** Adds faults to the active ones. A fault of the same kind is replaced. */
  set(faults: Faults): void {
    this.#faults = { ...this.#faults, ...faults };
    for (const kind of ['limited', 'failing', 'dropped', 'garbled'] as const) {
      if (!(kind in faults)) continue;
      const next = faults[kind]?.next;
      if (next === undefined) this.#left.delete(kind);
      else this.#left.set(kind, next);
    }
  }

  /** Starts an outage of so many simulated seconds. */
  outFor(seconds: number, how: Outage = 'unavailable'): void {
    this.#outage = { untilMs: this.#clock.now() + seconds * 1000, how };
  }

  /** Switches off all faults and the outage. */
  clear(): void {
    this.#faults = {};
    this.#left = new Map();
    this.#outage = undefined;
  }

  /** Returns the active faults, with the number of requests that a limited fault will still affect (`left`). */
  current(): Faults & { readonly left: Readonly<Record<string, number>>; readonly outUntil?: string } {
    const out = this.#outage && this.#outage.untilMs > this.#clock.now() ? this.#outage : undefined;
    return {
      ...this.#faults,
      left: Object.fromEntries(this.#left),
      ...(out ? { outUntil: new Date(out.untilMs).toISOString() } : {}),
    };
  }

  /** Determines which faults apply to a request. Random ones are drawn. */
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
