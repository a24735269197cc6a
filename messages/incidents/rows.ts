import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  driverLabel,
  firstFew,
  formatClock,
  formatDistance,
  formatDuration,
  formatInstant,
  formatNear,
  formatOwnInstant,
  formatScore,
  formatSpan,
  formatSpeed,
  isOnClockOf,
  mapLink,
  measureRows,
  oneLine,
  phoneRow,
  severityBadge,
  vehicleRow,
} from '../format/index.ts';
import type { CardBlock, Row } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import type { IncidentMessage } from './message.ts';

/** Longest address of a place, in characters. */
const LONGEST_ADDRESS = 120;

/** Entries of each list that a message shows. */
const SHOWN = { joined: 5, trips: 5, incidents: 5, timeline: 8 } as const;

/**
 * Returns the paged people, the driver with phone and vehicle, the time on the driver's and the fleet's clock, place and speed.
 * Facts that are not known are left out.
 */
export function incidentRows(message: IncidentMessage): readonly Row[] {
  const { alert, fleet, place } = message;
  const { timezone: zone, language } = fleet;
  const say = textsOf(language);
  const at = place?.at ?? alert.trip.endTime;
  const own = formatOwnInstant(at, language);
  const rows: readonly (Row | undefined)[] = [
    pagedRow(message.paged, say),
    { label: say('format.driver'), value: driverLabel(alert.driver) },
    phoneRow(alert.driver, language),
    vehicleRow(alert.driver, language),
    own === undefined
      ? rowOf(say('incidents.trip'), formatSpan(alert.trip, zone, language))
      : { label: say(place?.at === undefined ? 'incidents.tripEnd' : 'incidents.when'), value: own },
    own === undefined || isOnClockOf(at, zone)
      ? undefined
      : rowOf(say('incidents.inZone', { zone: oneLine(zone, 60) }), formatClock(at, zone)),
    placeRow(place, language),
    rowOf(say('incidents.speed'), speedWords(place, language)),
  ];
  return rows.filter((row) => row !== undefined);
}

/** Returns the labels of the rows about the driver, the vehicle and the paged people. */
export function labelsOfPeople(language: Language): ReadonlySet<string> {
  const say = textsOf(language);
  return new Set([
    say('incidents.paged'),
    say('format.driver'),
    say('format.driverPhone'),
    say('format.vehicle'),
  ]);
}

function pagedRow(people: IncidentMessage['paged'], say: Say): Row | undefined {
  if (!people?.length) return undefined;
  const value = people.map(({ name }) => oneLine(name, 60)).join(', ');
  return { label: say('incidents.paged'), value, people };
}

/** Returns the rows of the whole trip: time, distance, duration, top speed and score. */
export function incidentTripRows({ alert, fleet: { timezone, language } }: IncidentMessage): readonly Row[] {
  const span = rowOf(textsOf(language)('incidents.trip'), formatSpan(alert.trip, timezone, language));
  return [...(span ? [span] : []), ...measureRows(alert.trip, language)];
}

function rowOf(label: string, value: string | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value };
}

function placeRow(place: IncidentMessage['place'], language: Language): Row | undefined {
  const link = mapLink(place);
  if (!link) return undefined;
  const near = nearWords(place, language);
  const label = textsOf(language)('incidents.where');
  return { label, value: near ? `${near} (${link.words})` : link.words, href: link.href };
}

/** Returns the address in words: `near Invalidenstraße 12, Berlin`; undefined when it is not known. */
export function nearWords(place: IncidentMessage['place'], language: Language): string | undefined {
  const address = oneLine(place?.address ?? '', LONGEST_ADDRESS);
  return address ? textsOf(language)('incidents.near', { address }) : undefined;
}

/** Returns the speeds in words: `62 km/h before, 0 km/h after`; undefined when neither is known. */
export function speedWords(place: IncidentMessage['place'], language: Language): string | undefined {
  const say = textsOf(language);
  const before = place?.speedBeforeKmph;
  const after = place?.speedAfterKmph;
  const parts = [
    ...(before === undefined ? [] : [say('incidents.before', { speed: formatSpeed(before, language) })]),
    ...(after === undefined ? [] : [say('incidents.after', { speed: formatSpeed(after, language) })]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** Says how late the trip arrived, or that this is not known; undefined when it arrived in time. */
export function lateWords({ incident, fleet: { language } }: IncidentMessage): string | undefined {
  if (incident.clock !== undefined) return textsOf(language)(`incidents.clock_${incident.clock}`);
  if (incident.ageSeconds === undefined) return undefined;
  const age = formatDuration(Math.round(incident.ageSeconds / 60) * 60, language);
  return textsOf(language)('incidents.late', { age });
}

type IncidentList = Extract<CardBlock, { kind: 'list' }>;

/** Returns the lists below the most important rows: other alerts, timeline, other open incidents, last trips. */
export function incidentLists(message: IncidentMessage): readonly IncidentList[] {
  const own = [joinedList(message), timelineList(message)].filter(({ lines }) => lines.length > 0);
  return [...own, ...driverLists(message)];
}

function joinedList({ joined, fleet: { language } }: IncidentMessage): IncidentList {
  const say = textsOf(language);
  const { shown, more } = firstFew(joined, SHOWN.joined);
  const lines = shown.map(({ rule, tripId, sentence, shownSentence }) =>
    say('incidents.joinedLine', {
      severity: severityBadge(rule.severity, language).word,
      rule: oneLine(rule.name, LONGEST_NAME),
      trip: oneLine(tripId, 60),
      sentence: oneLine(shownSentence ?? sentence, LONGEST_LINE),
    }),
  );
  return { kind: 'list', title: say('incidents.joinedBy'), lines, more };
}

/** Longest sentence inside a list, in characters. */
const LONGEST_LINE = Math.min(300, LONGEST_SENTENCE);

function timelineList({ timeline, incident, fleet }: IncidentMessage): IncidentList {
  const { timezone: zone, language } = fleet;
  const newest = timeline.slice(-SHOWN.timeline);
  const lines = newest.map(({ at, text }) => {
    const when = formatNear(at, { reference: incident.openedAt, zone, language });
    return `${when ?? oneLine(at, 40)} · ${oneLine(text, LONGEST_LINE)}`;
  });
  const title = textsOf(language)('incidents.timelineOf', { zone: oneLine(zone, 60) });
  return { kind: 'list', title, lines };
}

/** Returns the driver's other open incidents and last trips, as lists. */
export function driverLists(
  history: DriverHistory & Pick<IncidentMessage, 'fleet'>,
): readonly IncidentList[] {
  return [openList(history), tripList(history)].filter(({ lines }) => lines.length > 0);
}

function openList({ openIncidents, fleet }: Pick<IncidentMessage, 'openIncidents' | 'fleet'>): IncidentList {
  const { timezone, language } = fleet;
  const say = textsOf(language);
  const { shown, more } = firstFew(openIncidents, SHOWN.incidents);
  const lines = shown.map(({ id, ruleName, openedAt }) =>
    say('incidents.openSince', {
      rule: oneLine(ruleName, LONGEST_NAME),
      since: formatInstant(openedAt, timezone, language) ?? oneLine(openedAt, 40),
      id: oneLine(id, 20),
    }),
  );
  return { kind: 'list', title: say('incidents.alsoOpen'), lines, more };
}

function tripList({ lastTrips, fleet }: Pick<IncidentMessage, 'lastTrips' | 'fleet'>): IncidentList {
  const { timezone, language } = fleet;
  const say = textsOf(language);
  const { shown, more } = firstFew(lastTrips, SHOWN.trips);
  const lines = shown.map(({ tripId, endTime, distanceKm, score, alerts }) => {
    const when = formatInstant(endTime, timezone, language)?.replace(/ \(.*$/, '');
    const rated = typeof score === 'number' ? formatScore(score, language) : undefined;
    return [
      when ?? say('incidents.tripNamed', { trip: oneLine(tripId, 60) }),
      distanceKm === undefined ? undefined : formatDistance(distanceKm, language),
      rated === undefined ? undefined : say('incidents.score', { score: rated }),
      alerts === 0 ? undefined : say('incidents.alerts', { count: alerts }),
    ]
      .filter((part) => part !== undefined)
      .join(' · ');
  });
  return { kind: 'list', title: say('incidents.lastTrips'), lines, more };
}

/** The history of an incident's driver, as messages and pages show it. */
export type DriverHistory = Pick<IncidentMessage, 'lastTrips' | 'openIncidents'>;

/** The history of an incident's driver, as stored. */
interface StoredHistory {
  readonly lastTrips: readonly {
    readonly tripId: string;
    readonly endTime: string | null;
    readonly distanceKm: number | null;
    readonly score: number | null;
    readonly alerts: number;
  }[];
  readonly openIncidents: readonly {
    readonly id: string;
    readonly rule: string;
    /** Null if the rule's version is not stored. */
    readonly ruleName: string | null;
    readonly openedAt: Date;
  }[];
}

/** Converts the driver's stored trips and incidents. A rule whose version is not stored is shown by its id. */
export function driverHistory({ lastTrips, openIncidents }: StoredHistory): DriverHistory {
  return {
    lastTrips: lastTrips.map(({ tripId, endTime, distanceKm, score, alerts }) => ({
      tripId,
      alerts,
      ...(endTime !== null && { endTime }),
      ...(distanceKm !== null && { distanceKm }),
      ...(score !== null && { score }),
    })),
    openIncidents: openIncidents.map(({ id, rule, ruleName, openedAt }) => ({
      id,
      ruleName: ruleName ?? rule,
      openedAt: openedAt.toISOString(),
    })),
  };
}
