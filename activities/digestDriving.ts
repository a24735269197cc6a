import type { ComparedFigure, DigestContent, DigestScores, Share } from '../messages/digest/content.ts';
import { digestEvents, kilometresLookedAt } from '../store/digestDriving.ts';
import { nightShareOfTrips } from '../store/digestNight.ts';
import type { DigestTotals } from '../store/digestTotals.ts';
import { compared, NOT_KNOWN, querySource, UNAVAILABLE, valueOf } from './digestFigures.ts';
import type { Value } from './digestFigures.ts';
import { sumOf } from './digestWork.ts';
import type { DigestWork } from './digestWork.ts';

/** Kinds of events that are told. */
const EVENT_TYPES = 6;
/** Kinds that are counted at most: a service may name its own. */
const COUNTED_TYPES = 100;

/** Trips, distance, time, shares and events per 100 km. @param scores of what the digest is about, where they were read */
export async function drivingSection(
  work: DigestWork,
  scores: DigestScores | null,
): Promise<NonNullable<DigestContent['driving']>> {
  const source = querySource('digestTotals', work.listedBoth);
  const both = (read: (totals: DigestTotals) => Value): ComparedFigure =>
    compared(...ofBoth(work, read), source);
  const isOfService = scores !== null && scores.distanceKm.source.startsWith('GET');
  return {
    trips: both((totals) => work.tripsOf(totals)),
    distanceKm: isOfService
      ? scores.distanceKm
      : both((totals) => sumOf(totals.distanceKm, totals.distanceUnknown)),
    durationSeconds: isOfService
      ? scores.durationSeconds
      : both((totals) => sumOf(totals.durationSeconds, totals.durationUnknown)),
    nightShare: await nightShare(work),
    highwayShare: {
      ...both(({ highwayShare }) => valueOf(highwayShare)),
      trips: work.totals.now?.highwayTrips || null,
    },
    events: await eventFigures(work),
  };
}

function ofBoth({ totals }: DigestWork, read: (totals: DigestTotals) => Value): [Value, Value] {
  const of = (range: DigestTotals | undefined): Value => (range ? read(range) : UNAVAILABLE);
  return [of(totals.now), of(totals.before)];
}

/** As the service says it of its drivers; where its list does not, from the stored trips. */
async function nightShare(work: DigestWork): Promise<Share> {
  const { totals, deps, scope, run } = work;
  if (totals.now && totals.now.nightTrips > 0) {
    const values = ofBoth(work, (each) => valueOf(each.nightShare));
    const source = querySource('digestTotals', work.listedBoth);
    return { ...compared(...values, source), trips: totals.now.nightTrips };
  }
  const [now, before] = await Promise.all([
    nightShareOfTrips(deps.db, { ...scope, dates: run.now }),
    nightShareOfTrips(deps.db, { ...scope, dates: run.before }),
  ]);
  return {
    ...compared(valueOf(now.share), valueOf(before.share), storedSource(work, 'nightShareOfTrips')),
    trips: now.trips || null,
  };
}

async function eventFigures(work: DigestWork): Promise<NonNullable<DigestContent['driving']>['events']> {
  const { deps, scope, run } = work;
  const [now, before] = await Promise.all(
    [run.now, run.before].map((dates) => digestEvents(deps.db, { ...scope, dates, limit: COUNTED_TYPES })),
  );
  const [kmNow, kmBefore] = await Promise.all(
    [run.now, run.before].map((dates) => kilometresLookedAt(deps.db, { ...scope, dates })),
  );
  const countsNow = new Map(now!.map(({ eventType, count }) => [eventType, count]));
  const countsBefore = new Map(before!.map(({ eventType, count }) => [eventType, count]));
  const per100Km = (count: number | undefined, distanceKm: number): Value =>
    distanceKm > 0 ? valueOf(((count ?? 0) / distanceKm) * 100) : NOT_KNOWN;
  return [...new Set([...countsNow.keys(), ...countsBefore.keys()])]
    .slice(0, EVENT_TYPES)
    .map((eventType) => ({
      eventType,
      per100Km: compared(
        per100Km(countsNow.get(eventType), kmNow!),
        per100Km(countsBefore.get(eventType), kmBefore!),
        storedSource(work, 'digestEvents'),
      ),
    }));
}

function storedSource({ run }: DigestWork, query: string): string {
  return querySource(
    query,
    `stored trips that began ${run.now.from} to ${run.now.to} and ${run.before.from} to ${run.before.to} (UTC)`,
  );
}
