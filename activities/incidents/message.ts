import { LINK_KEY_NAME, LINK_VALID_SECONDS, answerLinks } from '../../messages/format/index.ts';
import { driverHistory, messageReasonWords, timelineWords } from '../../messages/incidents/index.ts';
import type { IncidentMessage, MessageReason, TimelineEntry } from '../../messages/incidents/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { CHANNELS, isChannel } from '../../rules/channels/index.ts';
import type { EscalationPolicy } from '../../rules/documents/index.ts';
import { ageToShow, placeOf } from '../../rules/escalation/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { getDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { givenAt, incidentFacts, withOutcomes } from '../../store/incidents/index.ts';
import type { Incident, IncidentAlert, IncidentEvent, IncidentFacts } from '../../store/incidents/index.ts';
import { getStoredTrip, getTripPath } from '../../store/trips/index.ts';
import { NotStoredError, alertOf, drawTrip, mayShowPath } from '../deliveries/index.ts';
import type { UnmarkedAlert } from '../deliveries/index.ts';
import { slackNames } from '../channels/slack/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { entryOf, peopleOf, slackIdsIn, text } from './people.ts';
import type { People } from './people.ts';
import { calledBy } from './calledPeople.ts';
import { withAddress } from './placeAddress.ts';

/** Largest number of joined alerts that one message shows. */
const MOST_JOINED = 10;
/** Largest number of timeline entries that one message shows. */
const MOST_ENTRIES = 20;
/**
 * Composes a page or a note of an incident with its current state, assignee and timeline.
 * @param options `picture: false` omits the picture, for a message that already has one
 * @throws NotStoredError when the incident or its alert is not stored, which only a defect can cause
 */
export async function composeIncidentMessage(
  deps: ActivityDependencies,
  delivery: Delivery,
  options: { readonly picture?: boolean } = {},
): Promise<UnmarkedMessage<IncidentMessage>> {
  const key = { fleetId: delivery.fleetId, id: delivery.incidentId ?? '' };
  const facts = await incidentFacts(deps.db, key);
  if (!facts)
    throw new NotStoredError(`Delivery ${delivery.id} refers to an incident that is no longer stored.`);
  const { incident } = facts;
  const events = await withOutcomes(deps.db, { ...key, events: facts.events, own: delivery.id });
  const trip = { fleetId: incident.fleetId, driverId: incident.driverId, tripId: incident.tripId };
  const [[alert, ...joined], stored, path, policy, names, mayShow] = await Promise.all([
    alertsIn(deps, facts),
    getStoredTrip(deps.db, trip),
    getTripPath(deps.db, trip),
    policyOf(deps, incident),
    slackNames(deps, incident.fleetId, slackIdsIn(incident, events)),
    mayShowPath(deps, incident.fleetId),
  ]);
  if (!alert) throw new NotStoredError(`Incident ${incident.id} has no alert that is still stored.`);
  const { language } = alert.fleet;
  const people = peopleOf(events, names, language);
  const ruleNames = new Map([alert, ...joined].map(({ rule }) => [rule.id, rule.name]));
  const entries = events.map((event) => ({ event, entry: entryOf(event, { people, ruleNames }) }));
  const place = placeOf(
    { ...(stored?.events && { events: stored.events }), ...(path.speedProfile && path) },
    alert.events.map(({ typeName }) => typeName),
  );
  const seq = delivery.incidentSeq ?? incident.changes;
  const event = events.find((each) => each.seq === seq);
  const message: Omit<IncidentMessage, 'possibleRepeat'> = {
    kind: 'incident',
    fleet: alert.fleet,
    incident: stateOf(facts, people),
    policy: { id: incident.policy, name: policy?.name ?? incident.policy, version: incident.policyVersion },
    reason: delivery.kind === 'incident_note' ? 'note' : 'page',
    ...messageReasonOf({ entries, incident, policy, seq, language }),
    ...(await calledBy(deps.db, { incident, policy, event, people })),
    alert,
    joined: joined.map(({ rule, trip: { tripId }, sentence, shownSentence }) => ({
      rule,
      tripId,
      sentence,
      ...(shownSentence !== undefined && { shownSentence }),
    })),
    ...(place && { place: await withAddress(deps, incident, place) }),
    ...driverHistory(facts),
    timeline: entries
      .slice(-MOST_ENTRIES)
      .map(({ event, entry }) => ({ at: event.at.toISOString(), text: timelineWords(entry, language) })),
    ...(isChannel(delivery.action) &&
      CHANNELS[delivery.action].hasAnswerLink && { answerLink: await answerLinkOf(deps, delivery) }),
    deliveryKey: delivery.deliveryKey,
  };
  const withPicture = mayShow && options.picture !== false && delivery.kind === 'incident_page';
  const drawn = { ...path, ...(stored?.events && { events: stored.events }) };
  const drawPicture = () => drawTrip(deps, drawn, language);
  return {
    shows: incident.changes,
    marked: (possibleRepeat) => ({
      message: { ...message, possibleRepeat },
      ...(withPicture && { drawPicture }),
    }),
  };
}

/**
 * Returns the alert that opened the incident, then the alerts that joined it. Omits alerts whose delivery is no longer stored.
 */
async function alertsIn(
  deps: ActivityDependencies,
  { alerts, incident }: IncidentFacts,
): Promise<readonly UnmarkedAlert[]> {
  const isOpener = ({ rule, driverId, tripId }: IncidentAlert): boolean =>
    rule === incident.rule && driverId === incident.driverId && tripId === incident.tripId;
  const opener = alerts.find(isOpener) ?? alerts[0];
  const others = alerts.filter((each) => each !== opener).slice(0, MOST_JOINED);
  const found: UnmarkedAlert[] = [];
  for (const { fleetId, deliveryId: id } of opener ? [opener, ...others] : []) {
    const delivery = await getDelivery(deps.db, { fleetId, id });
    if (delivery) found.push(await alertOf(deps, delivery));
  }
  return found;
}

async function policyOf(
  deps: ActivityDependencies,
  { fleetId, policy: id, policyVersion: version }: Incident,
): Promise<EscalationPolicy | undefined> {
  const found = await getVersion(deps.db, { fleetId, kind: 'escalation-policy', id, version });
  return found?.body as EscalationPolicy | undefined;
}

function stateOf({ incident, events }: IncidentFacts, people: People): IncidentMessage['incident'] {
  const { state, openedAt, dueAt, disposition, note } = incident;
  const optional = {
    assignee: people.nameOf(incident.assignee),
    acknowledgedAt: incident.acknowledgedAt?.toISOString(),
    givenAt: givenAt(incident, events)?.toISOString(),
    resolvedAt: incident.resolvedAt?.toISOString(),
    resolvedBy: people.nameOf(incident.resolvedBy),
    disposition: disposition ?? undefined,
    note: note ?? undefined,
    snoozedUntil: incident.snoozedUntil?.toISOString(),
    repageAt: state === 'acknowledged' && incident.snoozedUntil === null ? dueAt?.toISOString() : undefined,
    ageSeconds: ageToShow(incident),
    clock: incident.tripClock ?? undefined,
  };
  return {
    id: incident.id,
    state,
    openedAt: openedAt.toISOString(),
    changes: incident.changes,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<
      IncidentMessage['incident']
    >),
    isUnanswered: incident.unansweredAt !== null,
  };
}

/** Returns the answer link of a page. Computes the expiry from the planned time, so that every attempt sends the same link. */
async function answerLinkOf(deps: ActivityDependencies, delivery: Delivery): Promise<string> {
  const signingKey = await instanceKey(deps.db, LINK_KEY_NAME);
  const { fleetId: fleet, incidentId, receiver, plannedAt } = delivery;
  const expires = Math.floor(plannedAt.getTime() / 1000) + LINK_VALID_SECONDS.answer;
  return `${deps.publicUrl}/a/${answerLinks.sign(signingKey, { fleet, incidentId: incidentId ?? '', receiver, expires })}`;
}

/** An entry of the timeline: as stored, and with people's names. */
interface Entry {
  readonly event: IncidentEvent;
  readonly entry: TimelineEntry;
}

/**
 * Kinds of events after which the wait for an answer begins again. A reassignment is one, because the person who reassigned had
 * already answered.
 */
const BEGINNINGS: ReadonlySet<string> = new Set(['opened', 'reopened', 'paging_resumed', 'reassigned']);

/**
 * Returns whether the wait for an answer begins again with this entry. An escalation begins it only if the incident had an
 * assignee.
 */
function isBeginning({ event: { kind, details } }: Entry): boolean {
  return BEGINNINGS.has(kind) || (kind === 'escalated' && text(details, 'from') !== undefined);
}

/** Returns the timeline entry that a message reports, and the message's reason in words. */
export function messageReasonOf(args: {
  /** Newest entries of the timeline, oldest first. */
  readonly entries: readonly Entry[];
  readonly incident: Incident;
  readonly policy: EscalationPolicy | undefined;
  /** Number of the entry that the message reports. */
  readonly seq: number;
  readonly language?: Language;
}): Pick<IncidentMessage, 'event' | 'occasion' | 'shownOccasion'> {
  const { entries, incident, policy, seq, language = 'en' } = args;
  const marked = entries.find(({ event }) => event.seq === seq);
  // Uses the opening time if the entry is not found. Only the newest part of a long timeline is read, and the reported entry may
  // be older.
  if (!marked) return { event: { seq, kind: 'paged', at: incident.openedAt.toISOString() }, occasion: '' };
  const { event, entry } = marked;
  const earlier = entries.filter((each) => each.event.seq < seq);
  const began = earlier.findLast(isBeginning);
  const since = began?.event.at ?? incident.openedAt;
  const steps = policy && (incident.late && policy.late ? policy.late : policy).steps.length;
  const { cause, by } = causeOf(event, earlier);
  const reason: MessageReason = {
    entry,
    cause,
    waitedSeconds: (event.at.getTime() - since.getTime()) / 1000,
    ...(by !== undefined && { by }),
    ...(steps !== undefined && { steps }),
  };
  return {
    event: {
      seq,
      kind: event.kind,
      at: event.at.toISOString(),
      ...(entry.by !== undefined && { by: entry.by }),
      ...(entry.note !== undefined && { note: entry.note }),
    },
    occasion: messageReasonWords(reason),
    ...(language !== 'en' && { shownOccasion: messageReasonWords(reason, language) }),
  };
}

/**
 * Returns the cause of a page. A reopened incident starts its escalation again, and so may an alert that joins. Only the first
 * page afterwards names that cause.
 */
function causeOf(
  event: IncidentEvent,
  earlier: readonly Entry[],
): { readonly cause: NonNullable<MessageReason['cause']>; readonly by: string | undefined } {
  const last = (kind: string): Entry | undefined => earlier.findLast((each) => each.event.kind === kind);
  const byOf = (kind: string): string | undefined => last(kind)?.entry.by;
  const cause = text(event.details, 'cause');
  if (cause === 'paging_resumed' && last(cause)?.event.details?.['snoozed'] === true)
    return { cause: 'snooze_over', by: byOf(cause) };
  if (cause === 'escalated' || cause === 'paging_resumed') return { cause, by: byOf(cause) };
  if (cause === 'undelivered') return { cause, by: undefined };
  const reopened = last('reopened');
  const pagedBefore = last('paged');
  const joined = earlier.findLast((each) => text(each.event.details, 'paging_restarted') !== undefined);
  if (joined && !(pagedBefore && pagedBefore.event.seq > joined.event.seq))
    return { cause: 'joined', by: undefined };
  const isFirst = !pagedBefore || (reopened !== undefined && pagedBefore.event.seq < reopened.event.seq);
  return reopened && isFirst
    ? { cause: 'reopened', by: reopened.entry.by }
    : { cause: 'time', by: undefined };
}
