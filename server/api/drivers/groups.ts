import * as z from 'zod';
import { countGroups } from '../../../store/facts/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const groups = z
  .object({
    items: z.array(z.object({ id: z.string(), drivers: z.int() })),
    read_at: z.iso.datetime().optional().meta({
      description: 'When the groups were last read from the service; absent: never, and there are no items.',
    }),
  })
  .meta({ id: 'Groups' });

/** Returns the route of the fleet's groups, as the analytics service reports them. */
export function groupRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/groups',
      id: 'getGroups',
      tag: 'Drivers',
      role: 'viewer',
      summary: 'List groups with the number of their drivers',
      description: 'Groups are read from the service every hour. It gives them ids and no names.',
      answer: { description: 'All groups, in the order of their ids.', schema: groups },
      async run({ fleetId }) {
        const counted = await countGroups(db, fleetId);
        return given({ items: counted?.groups ?? [], read_at: counted?.readAt });
      },
    }),
  ];
}
