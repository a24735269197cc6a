import { LINK_KEY_NAME, answerLinks } from '../../messages/format/index.ts';
import { driverHistory, timelineWords } from '../../messages/incident/index.ts';
import type { IncidentMessage } from '../../messages/incident/index.ts';
import { tripPicture } from '../../messages/picture/index.ts';
import type { EscalationPolicy } from '../../rules/documents/index.ts';
import { placeOf } from '../../rules/escalation/index.ts';
import { ageToShow } from '../../rules/facts/index.ts';
import { getDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { givenAt, incidentFacts } from '../../store/incidents/index.ts';
import type { Incident, IncidentAlert, IncidentFacts } from '../../store/incidents/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { getStoredTrip, getTripPath } from '../../store/trips/index.ts';
import { NotKeptError, alertOf, slackNames } from '../deliveries/index.ts';
import type { UnmarkedMessage, UnmarkedAlert } from '../deliveries/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { entryOf, peopleOf, slackIdsIn } from './entries.ts';
import type { People } from './entries.ts';
import { messageReasonOf } from './occasion.ts';

/** Alerts that joined and are told in one message. */
const MOST_JOINED = 10;
/** Entries of the timeline in one message. */
const MOST_ENTRIES = 20;
/** How long the link of a page opens the page on which its receiver answers. */
const ANSWER_VALID_SECONDS = 7 * 86_400;

/**
 * Puts a page or a note of an incident together, from what is kept now: who has it, and what has happened until this moment.
 * @param options `picture` false: without the picture, for a message that has its own already
 * @throws NotKeptError when what it refers to is not in the store, which only a mistake of ours can cause
 */
export async function composeIncidentMessage(
  deps: ActivityDependencies,
  delivery: Delivery,
  options: { readonly picture?: boolean } = {},
): Promise<UnmarkedMessage<IncidentMessage>> {
  const key = { fleetId: delivery.fleetId, id: delivery.incidentId ?? '' };
  const facts = await incidentFacts(deps.db, key);
  if (!facts) throw new NotKeptError(`Delivery ${delivery.id} refers to an incident that is not kept.`);
  const { incident, events } = facts;
  const trip = { fleetId: incident.fleetId, driverId: incident.driverId, tripId: incident.tripId };
  const [[alert, ...joined], stored, path, policy, names] = await Promise.all([
    alertsIn(deps, facts),
    getStoredTrip(deps.db, trip),
    getTripPath(deps.db, trip),
    policyOf(deps, incident),
    slackNames(deps, incident.fleetId, slackIdsIn(incident, events)),
  ]);
  if (!alert) throw new NotKeptError(`Incident ${incident.id} has no alert that is kept.`);
  const people = peopleOf(events, names);
  const ruleNames = new Map([alert, ...joined].map(({ rule }) => [rule.id, rule.name]));
  const entries = events.map((event) => ({ event, entry: entryOf(event, { people, ruleNames }) }));
  const place = placeOf(
    { ...(stored?.events && { events: stored.events }), ...(path.speedProfile && path) },
    alert.events.map(({ typeName }) => typeName),
  );
  const message: Omit<IncidentMessage, 'possibleRepeat'> = {
    kind: 'incident',
    fleet: alert.fleet,
    incident: stateOf(facts, people),
    policy: { id: incident.policy, name: policy?.name ?? incident.policy, version: incident.policyVersion },
    reason: delivery.kind === 'incident_note' ? 'note' : 'page',
    ...messageReasonOf({ entries, incident, policy, seq: delivery.incidentSeq ?? incident.changes }),
    alert,
    joined: joined.map(({ rule, trip: { tripId }, sentence }) => ({ rule, tripId, sentence })),
    ...(place && { place }),
    ...driverHistory(facts),
    timeline: entries
      .slice(-MOST_ENTRIES)
      .map(({ event, entry }) => ({ at: event.at.toISOString(), text: timelineWords(entry) })),
    ...(delivery.action === 'email' && { answerLink: await answerLinkOf(deps, delivery) }),
    deliveryKey: delivery.deliveryKey,
  };
  const withPicture = options.picture !== false && delivery.kind === 'incident_page';
  const picture = withPicture
    ? tripPicture({ ...path, ...(stored?.events && { events: stored.events }) })
    : undefined;
  return {
    shows: incident.changes,
    told: (possibleRepeat) => ({ message: { ...message, possibleRepeat }, ...(picture && { picture }) }),
  };
}

/** The alert that opened it, then those that joined. One whose trip or rule is not kept any more is left out. */
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
    repageAt: state === 'acknowledged' ? dueAt?.toISOString() : undefined,
    ageSeconds: ageToShow(incident),
  };
  return {
    ...{ id: incident.id, state, openedAt: openedAt.toISOString(), changes: incident.changes },
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<
      IncidentMessage['incident']
    >),
    isUnanswered: incident.unansweredAt !== null,
  };
}

/** From the time it was planned, so that every attempt carries the same link. */
async function answerLinkOf(deps: ActivityDependencies, delivery: Delivery): Promise<string> {
  const signingKey = await instanceKey(deps.db, LINK_KEY_NAME);
  const { fleetId: fleet, incidentId, receiver, plannedAt } = delivery;
  const expires = Math.floor(plannedAt.getTime() / 1000) + ANSWER_VALID_SECONDS;
  return `${deps.publicUrl}/a/${answerLinks.sign(signingKey, { fleet, incidentId: incidentId ?? '', receiver, expires })}`;
}
