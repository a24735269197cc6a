/** A failed request to an analytics service, with its subject: a trip, or the fleet as a whole. */
export interface Met {
  readonly fleet: string;
  /** Id of the trip. */
  readonly subject: string;
  /** Whether the failure may concern only this trip. Then only failures of several trips are the fleet's. */
  readonly maybeItsOwn: boolean;
}

/**
 * Recent answers and failures of the fleets' analytics services. They show whether a failure concerns the whole fleet or one
 * trip. They are not stored, because a new process collects its own within minutes.
 */
export interface ServiceEvidence {
  /** Records that the fleet's service answered normally. */
  answered(fleet: string): void;
  /** Records that the service answered normally for this subject. */
  readWell(fleet: string, subject: string): void;
  /**
   * Records a failure of this kind.
   * @returns whether it concerns the whole fleet, judging by all failures since the last normal answer
   */
  trouble(kind: string, met: Met): boolean;
  /**
   * Returns whether another subject of the fleet was read recently, after this trip's failures began. Earlier reads prove
   * nothing, because an outage may have begun with this trip.
   */
  othersAreWell(fleet: string, subject: string): boolean;
}

/**
 * Number of trips with the same kind of failure, without a normal answer between them, that show a failure of the whole fleet.
 */
const TRIPS_FOR_FLEET = 3;
/**
 * Number of failures of the same kind, over at least `SPELL_MS`, that show a failure of the whole fleet. Applies if the failure
 * cannot concern only one trip.
 */
const TIMES_FOR_FLEET = 4;
const SPELL_MS = 5_000;
/**
 * Age in milliseconds at which a failure is dropped: three times the longest pause between retries, so that retried failures add
 * up.
 */
const DROP_TROUBLE_MS = 15 * 60_000;
/**
 * Milliseconds for which a normal answer proves that the service is healthy: twice the longest wait between two reads of a trip.
 */
const SPEAKS_FOR_MS = 30 * 60_000;

interface Trouble {
  readonly subject: string;
  readonly atMs: number;
}

/**
 * Largest number of failing trips that are remembered, over all fleets. Above it, the oldest are dropped, because an outage may
 * add many.
 */
const MOST_TRIPS = 10_000;

/** Creates the record of answers and failures, empty at first. */
export function createServiceEvidence(now: () => Date): ServiceEvidence {
  const troubles = new Map<string, Map<string, readonly Trouble[]>>();
  /** Last two subjects of each fleet that were read, so that at least one of them differs from the subject in question. */
  const well = new Map<string, readonly Trouble[]>();
  const began = new Map<string, number>();
  const answered = (fleet: string): void => void troubles.delete(fleet);
  return {
    answered,
    readWell(fleet, subject) {
      answered(fleet);
      began.delete(`${fleet}/${subject}`);
      const others = (well.get(fleet) ?? []).filter((each) => each.subject !== subject);
      well.set(fleet, [{ subject, atMs: now().getTime() }, ...others].slice(0, 2));
    },
    trouble(kind, { fleet, subject, maybeItsOwn }) {
      const atMs = now().getTime();
      const kinds = troubles.get(fleet) ?? new Map<string, readonly Trouble[]>();
      const spell = [...(kinds.get(kind) ?? []), { subject, atMs }]
        .filter((each) => atMs - each.atMs < DROP_TROUBLE_MS)
        .slice(-100);
      troubles.set(fleet, kinds.set(kind, spell));
      if (new Set(spell.map((each) => each.subject)).size >= TRIPS_FOR_FLEET) return true;
      return !maybeItsOwn && spell.length >= TIMES_FOR_FLEET && atMs - spell[0]!.atMs >= SPELL_MS;
    },
    othersAreWell(fleet, subject) {
      const key = `${fleet}/${subject}`;
      const atMs = now().getTime();
      const beganMs = began.get(key) ?? atMs;
      if (!began.has(key) && began.size >= MOST_TRIPS) began.delete(began.keys().next().value!);
      began.set(key, beganMs);
      const since = Math.max(beganMs, atMs - SPEAKS_FOR_MS);
      return (well.get(fleet) ?? []).some((each) => each.subject !== subject && each.atMs > since);
    },
  };
}
