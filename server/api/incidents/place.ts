import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { mapLink } from '../../../messages/format/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import { addressOf, roundedPosition } from '../../../rules/escalation/index.ts';
import { leavesOf } from '../../../rules/evaluation/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedSettings } from '../../../store/drivers/index.ts';
import { getIncident } from '../../../store/incidents/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { latestRuleDecision } from '../../../store/trips/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { drawnTrip } from '../../workerThreads/index.ts';
import { given, sees } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const incidentPlace = z
  .object({
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    map_link: z.string().optional().meta({ description: 'The place on a public map.' }),
    address: z.string().optional().meta({ description: 'The street address nearest to it, once known.' }),
    at: z.string().optional().meta({ description: 'With the trip’s own offset.' }),
    speed_before_kmph: z.number().optional().meta({ description: 'Just before a collision.' }),
    speed_after_kmph: z.number().optional(),
  })
  .meta({ id: 'IncidentPlace', description: 'What is not known is absent.' });

/** Returns the route that shows where an incident happened, with the data that its messages show. */
export function incidentPlaceRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/incidents/{id}/place',
      id: 'getIncidentPlace',
      tag: 'Incidents',
      role: 'viewer',
      limit: { aMinute: 120, atOnce: 4 },
      summary: 'Show where an incident happened, and how fast the vehicle was',
      description: 'As the incident’s messages show it.',
      answer: { description: 'The place.', schema: incidentPlace },
      isGroupScoped: true,
      async run({ fleetId, params, caller }) {
        const incident = await getIncident(db, { fleetId, id: params['id']! });
        if (!incident || !(await sees(db, caller, incident)))
          throw new Problem(404, worded('problems.noIncident'));
        return placeOnWire(db, incident);
      },
    }),
  ];
}

async function placeOnWire(db: Db, incident: Incident): Promise<AnswerOf<typeof incidentPlace>> {
  const { fleetId, driverId, tripId, rule } = incident;
  const trip = { fleetId, driverId, tripId };
  const [decided, settings] = await Promise.all([
    latestRuleDecision(db, { ...trip, rule }),
    publishedSettings(db, fleetId),
  ]);
  const { place } = await drawnTrip(db, trip, { leaves: leavesOf(decided?.trace) });
  if (!place) return {};
  const mayName = settingsFrom(settings).privacy.path_pictures;
  const link = mapLink(place);
  return given({
    ...(link && roundedPosition(place)),
    map_link: link?.href,
    address: mayName ? addressOf(place, incident.placeAddress) : undefined,
    at: place.at,
    speed_before_kmph: place.speedBeforeKmph,
    speed_after_kmph: place.speedAfterKmph,
  });
}
