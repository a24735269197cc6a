import { quantile } from '../report.ts';
import type { NoiseFigures } from './measure.ts';

/** Messages for one recipient on one day at the 90th percentile, collisions not counted. */
const MOST_MESSAGES = 5;

/** One thing that the starter set has to hold, and whether it did. */
export interface Goal {
  readonly name: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** The goals with what some fleets got. A fleet without trips meets none of them. */
export function goalsOf(all: readonly NoiseFigures[]): readonly Goal[] {
  const hasTrips = all.some(({ trips }) => trips > 0);
  return [...messagesOf(all), atOnce(all), withinADay(all)].map((goal) => ({
    ...goal,
    isMet: goal.isMet && hasTrips,
  }));
}

function messagesOf(all: readonly NoiseFigures[]): readonly Goal[] {
  const recipients = [...new Set(all.flatMap(({ days }) => Object.keys(days)))];
  return recipients.map((recipient) => {
    const ninetieth = quantile(
      all.flatMap(({ days }) => days[recipient] ?? []),
      0.9,
    );
    return {
      name: `at most ${MOST_MESSAGES} messages a day for ${recipient} at the 90th percentile`,
      measured: String(ninetieth),
      isMet: ninetieth <= MOST_MESSAGES,
    };
  });
}

function atOnce(all: readonly NoiseFigures[]): Goal {
  const trips = all.reduce((sum, { collisions }) => sum + collisions.trips, 0);
  const sent = all.reduce((sum, { collisions }) => sum + collisions.atOnce, 0);
  return {
    name: 'each collision is sent at once',
    measured: `${sent} of ${trips}`,
    isMet: sent === trips,
  };
}

function withinADay(all: readonly NoiseFigures[]): Goal {
  const rules = all.flatMap((each) => Object.values(each.rules));
  const starts = rules.reduce((sum, { runStarts }) => sum + runStarts, 0);
  const sent = rules.reduce((sum, { sentWithinADay }) => sum + sentWithinADay, 0);
  return {
    name: 'the start of each run stands in a message within 24 hours',
    measured: `${sent} of ${starts}`,
    isMet: sent === starts,
  };
}
