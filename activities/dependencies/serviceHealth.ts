/** The subject of a request that met trouble: a trip, or the fleet as a whole. */
export interface Met {
  readonly fleet: string;
  /** Identifier of the trip. */
  readonly subject: string;
  /** Whether the trouble may lie in this one trip: then only several trips make it the fleet's. */
  readonly maybeItsOwn: boolean;
}

/**
 * Recent evidence of this process on whether trouble with an analytics service is the fleet's or one trip's.
 * It is not stored, because a new process gathers its own within minutes.
 */
export interface ServiceEvidence {
  /** Records that the fleet's service answered as it should. */
  answered(fleet: string): void;
  /** Records that the service answered with this subject. */
  readWell(fleet: string, subject: string): void;
  /** Records trouble of a kind. @returns whether it is the whole fleet's, judged by all trouble since the last good answer */
  trouble(kind: string, met: Met): boolean;
  /**
   * Returns whether another subject of the fleet was read well lately, after this trip's trouble began.
   * Earlier reads prove nothing, because an outage may have begun with this trip.
   */
  othersAreWell(fleet: string, subject: string): boolean;
}

/** Number of different trips in the same trouble, without a good answer between them, that make it the fleet's. */
const TRIPS_FOR_FLEET = 3;
/** Number of times that the same trouble, if it cannot be one trip's, must repeat over `SPELL_MS` to be the fleet's. */
const TIMES_FOR_FLEET = 4;
const SPELL_MS = 5_000;
/** Age at which trouble is dropped: three times the longest pause between retries, so that trouble that is retried adds up. */
const DROP_TROUBLE_MS = 15 * 60_000;
/** Time for which a good answer proves the service well: twice the longest wait between two reads of a trip. */
const SPEAKS_FOR_MS = 30 * 60_000;

interface Trouble {
  readonly subject: string;
  readonly atMs: number;
}

/** Most trips in trouble that are remembered, of all fleets. Beyond it the oldest are dropped, as an outage may add many. */
const MOST_TRIPS = 10_000;

/** Creates evidence that is empty at first. */
export function createServiceEvidence(now: () => Date): ServiceEvidence {
  const troubles = new Map<string, Map<string, readonly Trouble[]>>();
  /** The last two subjects read of each fleet, so that one of them always differs from the subject in question. */
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
