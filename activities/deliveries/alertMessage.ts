import { decisionSentence, factLabel } from '../../messages/decisions/index.ts';
import { LINK_KEY_NAME, LINK_VALID_SECONDS, messageDriver, tripLinks } from '../../messages/format/index.ts';
import type {
  AlertEvent,
  AlertFact,
  AlertMessage,
  MessageFleet,
  MessageTrip,
} from '../../messages/format/index.ts';
import { importantEvents, leavesOf } from '../../rules/evaluation/index.ts';
import type { TraceLeaf } from '../../rules/evaluation/index.ts';
import { summaryAsks } from '../../rules/lint/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { TemplateError, renderTemplate, templateVariables } from '../../rules/templates/index.ts';
import { findFact } from '../../rules/vocabulary/index.ts';
import type { Trip, TripEvent } from '../../rules/vocabulary/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { listDeletions } from '../../store/deletions/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { getTripPath, getTripWithOrigin, listDecisions } from '../../store/trips/index.ts';
import type { TripWithOrigin } from '../../store/trips/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { drawTrip, driverToShow, mayShowPath, messageFleet } from './fleetSettings.ts';
import { NotStoredError } from './outcome.ts';

/** Message of an alert, without its mark as a possible duplicate. */
export type UnmarkedAlert = Omit<AlertMessage, 'possibleRepeat'>;

/**
 * Composes an alert's message from the stored decision that planned the delivery, and from the decision's rule version.
 * @param also deliveries of the same trip whose alerts are grouped into this message
 * @throws NotStoredError when a decision, rule version or trip is not stored, which only a defect can cause
 */
export async function composeAlert(
  deps: ActivityDependencies,
  delivery: Delivery,
  also: readonly Delivery[] = [],
): Promise<UnmarkedMessage<AlertMessage>> {
  const { fleetId, driverId, tripId } = delivery;
  const key = { fleetId, driverId, tripId };
  const trip = await getTripWithOrigin(deps.db, key);
  const [alert, path, hasPicture] = await Promise.all([
    alertOf(deps, delivery, trip),
    getTripPath(deps.db, key),
    mayShowPath(deps, fleetId),
  ]);
  const others: UnmarkedAlert[] = [];
  for (const each of also) others.push(await alertOf(deps, each, trip));
  const message = {
    ...alert,
    ...(others.length > 0 && {
      also: others.map(({ rule, sentence, shownSentence, text, pendingDeletion }) => ({
        rule,
        sentence,
        ...(pendingDeletion !== undefined && { pendingDeletion }),
        ...(shownSentence !== undefined && { shownSentence }),
        ...(text !== undefined && { text }),
      })),
    }),
  };
  const drawn = { ...path, ...(trip?.trip.events && { events: trip.trip.events }) };
  const drawPicture = () => drawTrip(deps, drawn, message.fleet.language);
  return {
    marked: (possibleRepeat) => ({
      message: { ...message, possibleRepeat },
      ...(hasPicture && { drawPicture }),
    }),
  };
}

/** Line of an alert that explains why it may come late: no notification was received, and reconciliation found the trip. */
const NOT_NOTIFIED: AlertFact = {
  kind: 'not_notified',
  label: 'Notification',
  value: 'none received; recovered by reconciliation',
};

/**
 * Returns the content of one alert's message, without its picture.
 * @param tripRead the delivery's trip, if the caller has already read it
 * @throws NotStoredError when the decision, rule version or trip is not stored
 */
export async function alertOf(
  deps: ActivityDependencies,
  delivery: Delivery,
  tripRead?: TripWithOrigin,
): Promise<UnmarkedAlert> {
  const { fleetId, driverId, tripId } = delivery;
  const key = { fleetId, driverId, tripId };
  const [decisions, version, stored, driver, fleet] = await Promise.all([
    listDecisions(deps.db, key),
    getVersion(deps.db, { fleetId, kind: 'rule', id: delivery.rule, version: delivery.version }),
    tripRead ?? getTripWithOrigin(deps.db, key),
    driverToShow(deps, key),
    messageFleet(deps, fleetId),
  ]);
  const decision = decisions.find((each) => each.revision === delivery.revision);
  const decided = decision?.rules.find((each) => each.rule === delivery.rule);
  const rule = version?.body as Rule | undefined;
  const action = rule?.actions[delivery.actionIndex];
  if (!decision || !decided || !rule || !action || !stored)
    throw new NotStoredError(
      `Delivery ${delivery.id} refers to a decision, rule version or trip that is no longer stored.`,
    );
  const { trip, receivedFrom } = stored;
  const leaves = leavesOf(decided.trace);
  const facts = [
    ...leaves.flatMap((leaf) => asFact(leaf, fleet.language)),
    ...(receivedFrom === 'reconciler' ? [NOT_NOTIFIED] : []),
  ];
  const subject = 'subject' in action ? action.subject : undefined;
  const text = 'text' in action ? action.text : undefined;
  const variables = templateVariables({
    fleet: { id: fleet.id, name: fleet.name, timezone: fleet.timezone },
    rule: { id: rule.id, name: rule.name, version: delivery.version, severity: rule.severity },
    driver,
    trip,
    trace: decided.trace ?? { all: [], result: 'true' },
  });
  return {
    fleet,
    rule: { id: rule.id, name: rule.name, version: delivery.version, severity: rule.severity },
    driver: messageDriver(driver),
    trip: messageTrip(trip),
    decidedAt: decision.decided_at,
    sentence: decisionSentence(decided, 'en'),
    ...(fleet.language !== 'en' && { shownSentence: decisionSentence(decided, fleet.language) }),
    facts,
    events: alertEvents(trip.events ?? [], leaves),
    link: await linkTo(deps, delivery),
    deliveryKey: delivery.deliveryKey,
    ...(summaryAsks(rule, action) && (await pendingDeletion(deps, delivery))),
    ...rendered('subject', subject, (template) => renderTemplate(template, variables, 'header')),
    ...rendered('text', text, (template) => renderTemplate(template, variables, 'text')),
  };
}

/** Returns the id of a deletion of the same trip and rule that waits for approval, if there is one. */
async function pendingDeletion(
  { db }: ActivityDependencies,
  { fleetId, driverId, tripId, rule }: Delivery,
): Promise<Pick<UnmarkedAlert, 'pendingDeletion'>> {
  const { items } = await listDeletions(db, {
    fleetId,
    driverId,
    tripId,
    rule,
    state: 'requested',
    limit: 1,
  });
  return items[0] ? { pendingDeletion: items[0].id } : {};
}

/**
 * Renders a template. Omits a template that cannot be rendered for this trip, because the message still says who, what and when.
 */
function rendered<K extends string>(
  name: K,
  template: string | undefined,
  render: (template: string) => string,
): Partial<Record<K, string>> {
  if (template === undefined) return {};
  try {
    return { [name]: render(template) } as Record<K, string>;
  } catch (error) {
    if (error instanceof TemplateError) return {};
    throw error;
  }
}

/** Returns the signed link to the page of a delivery's trip. */
export async function linkTo(
  deps: ActivityDependencies,
  delivery: Pick<Delivery, 'fleetId' | 'driverId' | 'tripId' | 'plannedAt'>,
): Promise<string> {
  const signingKey = await instanceKey(deps.db, LINK_KEY_NAME);
  // Computes the expiry from the planned time, so that every attempt sends the same link.
  const expires = Math.floor(delivery.plannedAt.getTime() / 1000) + LINK_VALID_SECONDS.trip;
  return `${deps.publicUrl}/t/${tripLinks.sign(signingKey, { fleet: delivery.fleetId, driverId: delivery.driverId, tripId: delivery.tripId, expires })}`;
}

function asFact(leaf: TraceLeaf, language: MessageFleet['language']): AlertFact[] {
  const { actual } = leaf;
  if (typeof actual !== 'number' && typeof actual !== 'string' && typeof actual !== 'boolean') return [];
  const unit = findFact(leaf.fact)?.unit;
  return [
    {
      name: leaf.fact,
      label: factLabel(leaf, 'en'),
      value: actual,
      ...(language !== 'en' && { shownLabel: factLabel(leaf, language) }),
      ...(leaf.at_least && { atLeast: true }),
      ...(unit === undefined ? {} : { unit }),
    },
  ];
}

/** Returns the figures of a trip for a message, without events and path, because those contain positions. */
export function messageTrip(trip: Trip): MessageTrip {
  const { tripId, startTime, endTime, distanceKm, durationSeconds, maxSpeedKmph, score } = trip;
  const given = { startTime, endTime, distanceKm, durationSeconds, maxSpeedKmph, score };
  return {
    tripId,
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Omit<
      MessageTrip,
      'tripId'
    >),
  };
}

/** Returns a trip's collisions and the events that the rule evaluated. The trip's page shows the other events. */
function alertEvents(events: readonly TripEvent[], leaves: readonly TraceLeaf[]): AlertEvent[] {
  return importantEvents(events, leaves).map((event) => ({
    typeName: event.typeName ?? `EVENT_${event.typeCode ?? 'UNKNOWN'}`,
    ...(event.startTime === undefined ? {} : { startTime: event.startTime }),
    ...(event.durationSeconds === undefined ? {} : { durationSeconds: event.durationSeconds }),
    ...(event.maxDriverSpeedKmph === undefined ? {} : { speedKmph: event.maxDriverSpeedKmph }),
    ...(event.postedSpeedLimitKmph === undefined ? {} : { speedLimitKmph: event.postedSpeedLimitKmph }),
  }));
}
