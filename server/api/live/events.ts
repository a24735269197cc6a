import * as z from 'zod';
import { createMinuteBudget } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { StreamAnswer } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { STREAM_LIMITS, streamEvents } from './stream.ts';

/** Maximum number of streams that one token may have open: one for each browser or program that uses the token. */
const STREAMS_OF_A_TOKEN = 50;
/**
 * Maximum number of streams that one token may open in a minute, because browsers reopen a lost stream every
 * two seconds.
 */
const OPENED_A_MINUTE = 600;

const EXAMPLE = `event: incident
id: WzE3OTUwMDAwMDAwMDAsIjc0NTo3NDc6NzQ1Il0
data: {"kind":"incident","id":"17","state":"acknowledged"}

: ping

`;

const headers = z.object({
  'Last-Event-ID': z.string().optional().meta({
    description:
      'The `id` that arrived last: the stream resumes after it, without loss or repetition. Browsers send it by themselves.',
  }),
});

/** Returns the route that streams a fleet's changes as they happen. */
export function liveRoutes(api: RouteMaker, deps: ServerDependencies, limits = STREAM_LIMITS): Route[] {
  const missed = createMinuteBudget(limits.missedAMinute);
  return [
    api({
      method: 'get',
      path: '/events',
      id: 'streamEvents',
      tag: 'Live events',
      role: 'viewer',
      isGroupScoped: true,
      isStream: true,
      limit: { aMinute: OPENED_A_MINUTE, atOnce: STREAMS_OF_A_TOKEN },
      headers,
      summary: 'Watch a fleet: a stream of state changes',
      description:
        'Server-sent events. `event` is `incident`, `alert`, `delivery` or `alarm`, and `data` has `kind`, `id` and `state`, nothing else: read the item for more. An alarm’s id is its kind, or `kind/subject`; its state is `open` or `resolved`. An incident is announced at every change of it, also of its notes. `reset` (data `{"kind":"reset"}`): events were missed that are not stored any more, or are too many, so read everything again. Events are stored for a day. Open the stream first and read lists then, so that nothing is missed between. A reader that is too slow is disconnected, and resumes where it was; so does one whose server stops. A token that is limited to groups gets what is about drivers who are in them now, and no alarms. The stream ends within 5 seconds when its token stops being valid, or its groups change.',
      answer: {
        description: 'The stream, with a comment every 15 seconds.',
        type: 'text/event-stream',
        schema: z.string(),
        example: EXAMPLE,
      },
      run: ({ fleetId, caller: { groups } }) =>
        Promise.resolve(
          new StreamAnswer(({ request, response, isStillAllowed, read }) =>
            streamEvents({
              db: deps.database.db,
              feed: deps.live,
              fleetId,
              groups,
              response,
              isStillAllowed,
              read,
              limits,
              missed,
              lastEventId: request.get('last-event-id'),
              now: deps.now,
            }),
          ),
        ),
    }),
  ];
}
