import * as z from 'zod';
import { shiftsBetween } from '../../../rules/recipients/index.ts';
import { publishedRotations } from '../../../store/documents/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const onCall = z
  .object({
    items: z.array(
      z.object({
        rotation: z.string(),
        rotation_name: z.string().optional().meta({ description: 'Absent: it has none.' }),
        timezone: z.string(),
        person: z.string(),
        email: z.string().optional(),
        slack: z.string().optional(),
        from: z.iso.datetime(),
        until: z.iso.datetime().meta({ description: 'The end of the shift, exclusive.' }),
        because: z.enum(['week', 'override']),
      }),
    ),
  })
  .meta({ id: 'OnCall' });

/** Returns the route that shows the person on call in each published rotation. */
export function onCallRoutes(api: RouteMaker, { database: { db }, now }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/on-call',
      id: 'getOnCall',
      tag: 'Rotations',
      role: 'viewer',
      summary: 'Show who is on call now, in every rotation',
      answer: { description: 'Published rotations, in the order of their ids.', schema: onCall },
      async run({ fleetId }) {
        const at = now();
        const rotations = [...(await publishedRotations(db, fleetId))];
        return {
          items: rotations.flatMap(([rotation, document]) => {
            const shift = shiftsBetween(document, at, new Date(at.getTime() + 1)).find(
              ({ from, to }) => from <= at && at < to,
            );
            if (!shift) return [];
            const { person, from, to, because } = shift;
            const { name, email, slack } = person;
            return given({
              rotation,
              rotation_name: document.name,
              timezone: document.timezone,
              person: name,
              email,
              slack,
              from,
              until: to,
              because,
            });
          }),
        };
      },
    }),
  ];
}
