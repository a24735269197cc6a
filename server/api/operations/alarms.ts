import * as z from 'zod';
import { alarmWords } from '../../../messages/alerts/index.ts';
import { listAlarmPage } from '../../../store/alarms/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { languageAsked, listAnswer, listOf, listQuery, onWire } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const alarm = z
  .object({
    kind: z.string().meta({ example: 'analytics_unauthorised' }),
    subject: z.string().optional(),
    message: z.string().meta({ description: 'The problem and what to do.' }),
    open: z.boolean(),
    raised_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    resolved_at: z.iso.datetime().optional(),
  })
  .meta({ id: 'Alarm' });

/** Returns the route of alarms: problems of the whole fleet that a person has to fix. */
export function alarmRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/alarms',
      id: 'listAlarms',
      tag: 'Alarms',
      role: 'viewer',
      summary: 'List alarms: problems of the whole fleet',
      query: listQuery({
        open: z.enum(['true', 'false']).optional().meta({ description: '`true`: only open alarms.' }),
        language: languageAsked,
      }),
      answer: { description: 'Alarms, newest first.', schema: listOf(alarm) },
      async run({ fleetId, query: { open, language, ...page } }) {
        const alarms = await listAlarmPage(db, { fleetId, ...page, openOnly: open === 'true' });
        return listAnswer(alarms, (row) =>
          onWire(alarm, row, {
            subject: row.subject === '' ? null : row.subject,
            message: alarmWords(row, language),
            open: row.resolvedAt === null,
          }),
        );
      },
    }),
  ];
}
