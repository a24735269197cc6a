import { lateAnswer } from '../../messages/incidents/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import {
  claimLate,
  getIncident,
  incidentTimeline,
  lateAnswers,
  shownMessages,
  unclaimLate,
} from '../../store/incidents/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';
import { slackIdOf, slackNames } from '../channels/slack/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { messageFleet, referenceOf } from '../deliveries/index.ts';
import type { SendResult } from '../failures/index.ts';
import { peopleOf, slackIdsIn, text } from '../incidents/index.ts';

/** Milliseconds after which a reply to a press of a button would only confuse. */
const WORTH_REPLYING_MS = 60 * 60_000;

/**
 * Sends an ephemeral message, once, to each person whose press in Slack came too late. The message names who was first, and says
 * that nothing changed. It is not essential, because the pressed message shows the same.
 * @returns the reason why a message could not be sent now, so that the caller retries
 */
export async function replyToLateAnswers(
  deps: ActivityDependencies,
  about: { readonly fleetId: string; readonly incidentId: string },
): Promise<NotSent | undefined> {
  const { fleetId, incidentId } = about;
  const { slack } = connectionsOf(deps, fleetId);
  if (!slack) return undefined;
  const since = new Date(deps.now().getTime() - WORTH_REPLYING_MS);
  const late = await lateAnswers(deps.db, { ...about, since });
  const incident = late.length > 0 && (await getIncident(deps.db, { fleetId, id: incidentId }));
  if (!incident) return undefined;
  const events = await incidentTimeline(deps.db, { fleetId, id: incidentId });
  const fleet = await messageFleet(deps, fleetId);
  const names = await slackNames(deps, fleetId, slackIdsIn(incident, events));
  const people = peopleOf(events, names, fleet.language);
  for (const event of late) {
    const userId = slackIdOf(event.who);
    const channelId = await channelOfPress(deps, incident, event);
    if (userId === undefined || channelId === undefined) continue;
    const key = { ...about, seq: event.seq };
    if (!(await claimLate(deps.db, { ...key, at: deps.now() }))) continue;
    const words = lateAnswer(
      {
        because: text(event.details, 'because') ?? '',
        ...optional('person', people.nameOf(text(event.details, 'person'))),
        ...optional('since', text(event.details, 'since')),
      },
      { fleet, incident: stateOf(incident, people.nameOf(incident.assignee)) },
    );
    const result = await slack.sendEphemeral({ channelId, userId, ...words });
    if (result.kind !== 'not_sent') continue;
    await unclaimLate(deps.db, key);
    return result;
  }
  return undefined;
}

type NotSent = Extract<SendResult, { kind: 'not_sent' }>;

function optional<K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, string>);
}

function stateOf(incident: Incident, assignee: string | undefined) {
  return {
    id: incident.id,
    state: incident.state,
    openedAt: incident.openedAt.toISOString(),
    changes: incident.changes,
    isUnanswered: incident.unansweredAt !== null,
    ...(assignee !== undefined && { assignee }),
    ...(incident.resolvedBy !== null && { resolvedBy: incident.resolvedBy }),
    ...(incident.disposition !== null && { disposition: incident.disposition }),
  };
}

/** Returns the Slack channel in which the button was pressed, or if unknown, a channel with a page of the incident. */
async function channelOfPress(
  deps: ActivityDependencies,
  incident: Incident,
  { details }: IncidentEvent,
): Promise<string | undefined> {
  const origin = details?.['origin'];
  if (origin !== null && typeof origin === 'object' && !Array.isArray(origin)) {
    const channel = text(origin as JsonObject, 'channel') ?? text(origin as JsonObject, 'channel_id');
    if (channel !== undefined) return channel;
  }
  const pages = await shownMessages(deps.db, { fleetId: incident.fleetId, incidentId: incident.id });
  return pages.map((page) => referenceOf(page)['channel_id']).find((channel) => channel !== undefined);
}
