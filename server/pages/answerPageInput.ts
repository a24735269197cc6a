import { decisionSentence } from '../../messages/decisions/index.ts';
import { LINK_KEY_NAME, messageDriver, tripLinks } from '../../messages/format/index.ts';
import type { AnswerLink } from '../../messages/format/index.ts';
import { driverHistory, nextStepOf, timelineEntry, timelineWords } from '../../messages/incidents/index.ts';
import { textsOf } from '../../messages/language/index.ts';
import type { Language } from '../../messages/language/index.ts';
import type { AnswerPageInput } from '../../messages/pages/index.ts';
import { settingsFrom, shownDriver } from '../../rules/drivers/index.ts';
import { addressOf, ageToShow } from '../../rules/escalation/index.ts';
import { leavesOf } from '../../rules/evaluation/index.ts';
import type { RuleDecision } from '../../rules/evaluation/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import {
  driverFacts,
  getIncident,
  givenAt,
  incidentTimeline,
  withOutcomes,
} from '../../store/incidents/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';
import { getTrip, latestRuleDecision } from '../../store/trips/index.ts';
import { nextPageOf } from '../answers/index.ts';
import type { NextPage } from '../answers/index.ts';
import type { ServerDependencies } from '../http/index.ts';
import { drawnTrip } from '../workerThreads/index.ts';
import type { OpenedLink } from './signedPage.ts';
import { messageTrip } from './tripPage.ts';

/** Returns the content of an incident's page that is the same for all readers. Undefined if the incident is not stored. */
export async function answerPageInput(
  deps: Pick<ServerDependencies, 'database' | 'now'>,
  { fleet, link }: OpenedLink<AnswerLink>,
): Promise<Omit<AnswerPageInput, 'answerer' | 'formKey' | 'nonce'> | undefined> {
  const { db } = deps.database;
  const key = { fleetId: fleet.id, id: link.incidentId };
  const incident = await getIncident(db, key);
  if (!incident) return undefined;
  const { driverId, tripId } = incident;
  const trip = { fleetId: fleet.id, driverId, tripId };
  const [timeline, row, decided, driver, signingKey, sources, next] = await Promise.all([
    incidentTimeline(db, key).then((events) => withOutcomes(db, { ...key, events })),
    getTrip(db, trip),
    latestRuleDecision(db, { ...trip, rule: incident.rule }),
    driverFacts(db, incident),
    instanceKey(db, LINK_KEY_NAME),
    driverSources(db, { fleetId: fleet.id, driverIds: [driverId] }),
    nextPageOf(db, incident),
  ]);
  const { language, privacy } = settingsFrom(sources.settings);
  const hasPicture = privacy.path_pictures;
  const drawn = await drawnTrip(db, trip, { leaves: leavesOf(decided?.trace), language });
  const { place, pictureSource } = drawn;
  const address = place && hasPicture && addressOf(place, incident.placeAddress);
  return {
    fleet: { id: fleet.id, name: fleet.name, timezone: fleet.timezone, language },
    incident: shown(incident, timeline),
    ...ruleOf(incident, decided, language),
    driver: messageDriver(shownDriver(sources, driverId)),
    trip: row ? messageTrip(row) : { tripId },
    ...(place && { place: { ...place, ...(address && { address }) } }),
    history: driverHistory(driver),
    ...(pictureSource !== undefined && hasPicture && { pictureSource }),
    ...(row && {
      tripLink: `/t/${tripLinks.sign(signingKey, { fleet: fleet.id, driverId, tripId, expires: link.expires })}`,
    }),
    ...(next && { nextStep: shownStep(next, language) }),
    timeline: timeline.map((event) => ({
      at: event.at.toISOString(),
      text: timelineWords(timelineEntry(event), language),
    })),
    now: deps.now().toISOString(),
  };
}

function shownStep({ page, names }: NextPage, language: Language): NonNullable<AnswerPageInput['nextStep']> {
  const manager = textsOf(language)('incidents.driversManager');
  return nextStepOf(page, { manager, nameOf: (who) => names.get(who) });
}

function shown(row: Incident, timeline: readonly IncidentEvent[]): AnswerPageInput['incident'] {
  const optional = {
    assignee: row.assignee,
    acknowledgedAt: row.acknowledgedAt?.toISOString(),
    givenAt: givenAt(row, timeline)?.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString(),
    resolvedBy: row.resolvedBy,
    disposition: row.disposition,
    note: row.note,
    snoozedUntil: row.snoozedUntil?.toISOString(),
    repageAt:
      row.state === 'acknowledged' && row.snoozedUntil === null ? row.dueAt?.toISOString() : undefined,
    ageSeconds: ageToShow(row),
    clock: row.tripClock,
  };
  const known = Object.entries(optional).filter(([, value]) => value !== null && value !== undefined);
  return {
    id: row.id,
    state: row.state,
    openedAt: row.openedAt.toISOString(),
    isUnanswered: row.unansweredAt !== null,
    ...(Object.fromEntries(known) as Partial<AnswerPageInput['incident']>),
  };
}

/** Returns the rule as the decision described it. If the decision is not stored, the rule's id is used as its name. */
function ruleOf(
  { rule: id, severity }: Incident,
  decided: RuleDecision | undefined,
  language: Language,
): Pick<AnswerPageInput, 'rule' | 'sentence'> {
  return {
    rule: { id, name: decided?.name ?? id, severity },
    ...(decided && { sentence: decisionSentence(decided, language) }),
  };
}
