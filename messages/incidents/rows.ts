import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  SEVERITIES,
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
  vehicleRow,
} from '../format/index.ts';
import type { CardBlock, Row } from '../format/index.ts';
import type { IncidentMessage } from './message.ts';

/** Longest address of a place, in characters. */
const LONGEST_ADDRESS = 120;

/** How much of each list a message shows. */
const SHOWN = { joined: 5, trips: 5, incidents: 5, timeline: 8 } as const;

/** Whom this page calls, who drove, how to call the driver, in what, when on the driver's clock and on the fleet's, where and how fast, as far as known. */
export function incidentRows(message: IncidentMessage): readonly Row[] {
  const { alert, fleet, place } = message;
  const at = place?.at ?? alert.trip.endTime;
  const own = formatOwnInstant(at);
  const rows: readonly (Row | undefined)[] = [
    pagedRow(message.paged),
    { label: 'Driver', value: driverLabel(alert.driver) },
    phoneRow(alert.driver),
    vehicleRow(alert.driver),
    own === undefined
      ? rowOf('Trip', formatSpan(alert.trip, fleet.timezone))
      : {
          label: place?.at === undefined ? 'Trip’s end, driver’s clock' : 'When, driver’s clock',
          value: own,
        },
    own === undefined || isOnClockOf(at, fleet.timezone)
      ? undefined
      : rowOf(`In ${oneLine(fleet.timezone, 60)}`, formatClock(at, fleet.timezone)),
    placeRow(place),
    rowOf('Speed', speedWords(place)),
  ];
  return rows.filter((row) => row !== undefined);
}

function pagedRow(people: IncidentMessage['paged']): Row | undefined {
  if (!people?.length) return undefined;
  const value = people.map(({ name }) => oneLine(name, 60)).join(', ');
  return { label: 'Paged', value, people };
}

/** The trip around it: how far, how long, how fast and how well. */
export function incidentTripRows({ alert, fleet }: IncidentMessage): readonly Row[] {
  const span = rowOf('Trip', formatSpan(alert.trip, fleet.timezone));
  return [...(span ? [span] : []), ...measureRows(alert.trip)];
}

function rowOf(label: string, value: string | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value };
}

function placeRow(place: IncidentMessage['place']): Row | undefined {
  const link = mapLink(place);
  if (!link) return undefined;
  const near = nearWords(place);
  return { label: 'Where', value: near ? `${near} (${link.words})` : link.words, href: link.href };
}

/** `near Invalidenstraße 12, Berlin`; undefined when the address is not known. */
export function nearWords(place: IncidentMessage['place']): string | undefined {
  const address = oneLine(place?.address ?? '', LONGEST_ADDRESS);
  return address ? `near ${address}` : undefined;
}

/** `62 km/h before, 0 km/h after`; undefined when neither is known. */
export function speedWords(place: IncidentMessage['place']): string | undefined {
  const before = place?.speedBeforeKmph;
  const after = place?.speedAfterKmph;
  const parts = [
    ...(before === undefined ? [] : [`${formatSpeed(before)} before`]),
    ...(after === undefined ? [] : [`${formatSpeed(after)} after`]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** How late the trip came, as a sentence; undefined when it did not. */
export function lateWords({ incident }: IncidentMessage): string | undefined {
  if (incident.ageSeconds === undefined) return undefined;
  return `Late: the trip arrived ${formatDuration(Math.round(incident.ageSeconds / 60) * 60)} after its end.`;
}

type IncidentList = Extract<CardBlock, { kind: 'list' }>;

/** Everything that comes after what matters most: other alerts, what else is open, the last trips, what happened so far. */
export function incidentLists(message: IncidentMessage): readonly IncidentList[] {
  const own = [joinedList(message), timelineList(message)].filter(({ lines }) => lines.length > 0);
  return [...own, ...driverLists(message)];
}

function joinedList({ joined }: IncidentMessage): IncidentList {
  const { shown, more } = firstFew(joined, SHOWN.joined);
  const lines = shown.map(
    ({ rule, tripId, sentence }) =>
      `${SEVERITIES[rule.severity].word}: ${oneLine(rule.name, LONGEST_NAME)} (trip ${oneLine(tripId, 60)}) · ${oneLine(sentence, LONGEST_LINE)}`,
  );
  return { kind: 'list', title: 'Joined by', lines, more };
}

/** Longest sentence inside a list, in characters. */
const LONGEST_LINE = Math.min(300, LONGEST_SENTENCE);

function timelineList({ timeline, incident, fleet }: IncidentMessage): IncidentList {
  const newest = timeline.slice(-SHOWN.timeline);
  const lines = newest.map(({ at, text }) => {
    const when = formatNear(at, { reference: incident.openedAt, zone: fleet.timezone });
    return `${when ?? oneLine(at, 40)} · ${oneLine(text, LONGEST_LINE)}`;
  });
  return { kind: 'list', title: `Timeline (times of ${oneLine(fleet.timezone, 60)})`, lines };
}

/** What else is known of the driver: other open incidents, and the last trips. */
export function driverLists(
  history: DriverHistory & Pick<IncidentMessage, 'fleet'>,
): readonly IncidentList[] {
  return [openList(history), tripList(history)].filter(({ lines }) => lines.length > 0);
}

function openList({ openIncidents, fleet }: Pick<IncidentMessage, 'openIncidents' | 'fleet'>): IncidentList {
  const { shown, more } = firstFew(openIncidents, SHOWN.incidents);
  const lines = shown.map(
    ({ id, ruleName, openedAt }) =>
      `${oneLine(ruleName, LONGEST_NAME)}, since ${formatInstant(openedAt, fleet.timezone) ?? oneLine(openedAt, 40)} · incident ${oneLine(id, 20)}`,
  );
  return { kind: 'list', title: 'Also open for this driver', lines, more };
}

function tripList({ lastTrips, fleet }: Pick<IncidentMessage, 'lastTrips' | 'fleet'>): IncidentList {
  const { shown, more } = firstFew(lastTrips, SHOWN.trips);
  const lines = shown.map(({ tripId, endTime, distanceKm, score, alerts }) =>
    [
      formatInstant(endTime, fleet.timezone)?.replace(/ \(.*$/, '') ?? `trip ${oneLine(tripId, 60)}`,
      distanceKm === undefined ? undefined : formatDistance(distanceKm),
      typeof score === 'number' ? `score ${formatScore(score)}` : undefined,
      alerts === 0 ? undefined : `${alerts} ${alerts === 1 ? 'alert' : 'alerts'}`,
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
  );
  return { kind: 'list', title: 'The driver’s last trips', lines, more };
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
      ...{ tripId, alerts },
      ...(endTime !== null && { endTime }),
      ...(distanceKm !== null && { distanceKm }),
      ...(score !== null && { score }),
    })),
    openIncidents: openIncidents.map(({ id, rule, ruleName, openedAt }) => ({
      ...{ id, ruleName: ruleName ?? rule, openedAt: openedAt.toISOString() },
    })),
  };
}
