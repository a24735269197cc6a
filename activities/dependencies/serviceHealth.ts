/** What was asked for when trouble was met: a trip, or the fleet as a whole. */
export interface Met {
  readonly fleet: string;
  /** Identifies the trip. */
  readonly subject: string;
  /** Whether the trouble may lie in this one trip: then it takes several trips to call it the fleet's. */
  readonly maybeItsOwn: boolean;
}

/**
 * What this process met lately at each fleet's analytics service: the evidence on whether trouble is the fleet's or one trip's.
 * Nothing of it is stored: a new process gathers its own within minutes.
 */
export interface ServiceEvidence {
  /** It answered, as it should. */
  answered(fleet: string): void;
  /** It answered with this very thing. */
  readWell(fleet: string, subject: string): void;
  /** Trouble of a kind. @returns whether it is the whole fleet's, by what was met since the last good answer */
  trouble(kind: string, met: Met): boolean;
  /**
   * Asked about a trip in trouble: whether something else of the fleet was read well lately, after the trip's trouble began.
   * What was read before proves nothing: an outage may have begun with this trip.
   */
  othersAreWell(fleet: string, subject: string): boolean;
}

/** So many different trips in the same trouble, and not one good answer between them. */
const TRIPS_FOR_FLEET = 3;
/** Or the same trouble so often, over so long, where it cannot be a trip's own. */
const TIMES_FOR_FLEET = 4;
const SPELL_MS = 5_000;
/** Trouble is removed after this; retries are at most five minutes apart. */
const DROP_TROUBLE_MS = 15 * 60_000;
/** A good answer speaks for the service for so long: twice the longest wait between two reads a trip. */
const SPEAKS_FOR_MS = 30 * 60_000;

interface Trouble {
  readonly subject: string;
  readonly atMs: number;
}

/** Trips in trouble that are remembered, of all fleets; in an outage there may be many, and the first go first. */
const MOST_TRIPS = 10_000;

/** An empty memory. */
export function createServiceEvidence(now: () => Date): ServiceEvidence {
  const troubles = new Map<string, Map<string, readonly Trouble[]>>();
  /** The two subjects read last of each fleet: whoever asks, one of them is another. */
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
