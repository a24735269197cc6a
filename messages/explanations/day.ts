import { textsOf } from '../language/index.ts';
import { STAGES, stagesUntil } from './stages.ts';
import type { StageAnswer, Stop } from './stages.ts';
import { explainTrip } from './trip.ts';
import type { ExplainedTrip } from './trip.ts';
import type { Reader, RuleToExplain, TripToExplain } from './tripToExplain.ts';

/** Stored data about a driver's day and one rule. */
export interface DayToExplain {
  readonly driver: string;
  /** `YYYY-MM-DD` in the fleet's zone. */
  readonly date: string;
  readonly rule: RuleToExplain;
  /** Trips that ended on that day, the latest first. */
  readonly trips: readonly TripToExplain[];
  /** True if the day has more trips than these. */
  readonly hasMore: boolean;
  /** Facts that may explain a day without trips. */
  readonly arrivals?: {
    /** Trips of the day's UTC dates that the service lists but that were not received. */
    readonly listed: number;
    readonly webhooksOfDriver: number;
    readonly webhooksOfFleet: number;
  };
}

/** The answer for a driver, a day and a rule. */
export interface ExplainedDay {
  readonly answer: string;
  /** Stages of the trip that passed the most. */
  readonly stages: readonly StageAnswer[];
  /** Id of that trip; absent: there is none. */
  readonly furthest?: string;
  readonly trips: readonly ExplainedTrip[];
}

/** Explains why a rule raised no alert for a driver on a day, or that it did. */
export function explainDay(day: DayToExplain, reader: Reader): ExplainedDay {
  const trips = day.trips.map((trip) => explainTrip(trip, day.rule, reader));
  const furthest = trips.reduce<ExplainedTrip | undefined>(
    (best, each) => (best === undefined || reach(each) > reach(best) ? each : best),
    undefined,
  );
  if (!furthest) {
    const stop: Stop = { stage: 'no_trip_received', state: 'stopped', detail: noTripWords(day, reader) };
    return { answer: stop.detail, stages: stagesUntil(stop, () => ''), trips };
  }
  const { tripId: trip, answer, stages } = furthest;
  const say = textsOf(reader.language);
  const said = { count: trips.length, trip, answer };
  const whole = day.hasMore ? say('explanations.furthestOfLatest', said) : say('explanations.furthest', said);
  return { answer: trips.length === 1 ? answer : whole, stages, furthest: trip, trips };
}

/** Returns the number of stages that a trip passed. */
function reach({ stop }: ExplainedTrip): number {
  return stop ? STAGES.indexOf(stop.stage) : STAGES.length;
}

function noTripWords({ driver, date, arrivals }: DayToExplain, { language }: Reader): string {
  const say = textsOf(language);
  const sentences = [say('explanations.noTrip', { driver, date })];
  if (arrivals) {
    const { listed, webhooksOfDriver, webhooksOfFleet } = arrivals;
    if (listed > 0) sentences.push(say('explanations.noTripListed', { count: listed }));
    sentences.push(
      webhooksOfFleet === 0
        ? say('explanations.noWebhookOfFleet')
        : say('explanations.noTripWebhooks', { count: webhooksOfDriver }),
    );
  }
  return sentences.join(' ');
}
