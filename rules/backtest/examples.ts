import type { AdmittedAlert } from '../admission/index.ts';
import type { TripExample, TripMatch } from './found.ts';
import type { BacktestExample } from './result.ts';
import { isTold } from './tally.ts';

const ALERTS_SHOWN = 5;
const SHOWN_A_REASON = 2;

/** A trip as a result shows it. */
export function exampleOf(trip: TripExample): BacktestExample {
  return {
    driver_id: trip.driverId,
    trip_id: trip.tripId,
    at: new Date(trip.at).toISOString(),
    ...(trip.sentence !== undefined && { sentence: trip.sentence }),
  };
}

/** A match as a result shows it, with the sentence of one version. */
export function matchExample(trip: TripMatch, version: number): BacktestExample {
  const sentence = trip.sentences?.[version];
  return exampleOf({ ...trip, ...(sentence !== undefined && { sentence }) });
}

/** Chooses examples in the order of time: alerts of different drivers, and of each reason that stops one a few. */
export class Examples {
  readonly #version: number;
  readonly #chosen: BacktestExample[] = [];
  readonly #seen = new Map<string, number>();
  readonly #drivers = new Set<string>();

  /** @param version position of the version whose sentences are shown */
  constructor(version: number) {
    this.#version = version;
  }

  add(trip: TripMatch, alert: AdmittedAlert): void {
    const outcome = isTold(alert) ? 'alert' : (alert.reason ?? 'stopped');
    const seen = this.#seen.get(outcome) ?? 0;
    if (seen >= (outcome === 'alert' ? ALERTS_SHOWN : SHOWN_A_REASON)) return;
    if (trip.sentences?.[this.#version] === undefined) return;
    if (outcome === 'alert' && this.#drivers.has(trip.driverId)) return;
    if (outcome === 'alert') this.#drivers.add(trip.driverId);
    this.#seen.set(outcome, seen + 1);
    this.#chosen.push({
      ...matchExample(trip, this.#version),
      outcome,
      ...(alert.detail !== undefined && { detail: alert.detail }),
    });
  }

  /** Alerts first, then what was stopped, each by time. */
  list(): BacktestExample[] {
    const isAlert = ({ outcome }: BacktestExample): boolean => outcome === 'alert';
    return [...this.#chosen.filter(isAlert), ...this.#chosen.filter((each) => !isAlert(each))];
  }
}
