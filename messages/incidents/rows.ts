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

/** How much of each list a message shows. */
const SHOWN = { joined: 5, trips: 5, incidents: 5, timeline: 8 } as const;

/** Whom this page calls, who drove, how to call the driver, in what, when on the driver's clock and on the fleet's, where and how fast, as far as known. */
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

/** Labels of the rows that say who drove what, and who is called. */
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

/** The trip around it: how far, how long, how fast and how well. */
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

/** `near Invalidenstraße 12, Berlin`; undefined when the address is not known. */
export function nearWords(place: IncidentMessage['place'], language: Language): string | undefined {
  const address = oneLine(place?.address ?? '', LONGEST_ADDRESS);
  return address ? textsOf(language)('incidents.near', { address }) : undefined;
}

/** `62 km/h before, 0 km/h after`; undefined when neither is known. */
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

/** How late the trip came, or that nobody can say, as a sentence; undefined when it came in time. */
export function lateWords({ incident, fleet: { language } }: IncidentMessage): string | undefined {
  if (incident.clock !== undefined) return textsOf(language)(`incidents.clock_${incident.clock}`);
  if (incident.ageSeconds === undefined) return undefined;
  const age = formatDuration(Math.round(incident.ageSeconds / 60) * 60, language);
  return textsOf(language)('incidents.late', { age });
}

type IncidentList = Extract<CardBlock, { kind: 'list' }>;

/** Everything that comes after what matters most: other alerts, what else is open, the last trips, what happened so far. */
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

/** What else is known of the driver: other open incidents, and the last trips. */
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

/** What else is known of an incident's driver, as messages and pages show it. */
export type DriverHistory = Pick<IncidentMessage, 'lastTrips' | 'openIncidents'>;

/** What is stored of an incident's driver. */
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
    /** Null: the rule's version is not stored. */
    readonly ruleName: string | null;
    readonly openedAt: Date;
  }[];
}

/** The driver's last trips and other open incidents, those of rules that are not stored under the rule's id. */
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
