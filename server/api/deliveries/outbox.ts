import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { shownReceiver, withoutActingLinks } from '../../../messages/format/index.ts';
import { getOutboxPicture, listOutbox } from '../../../store/deliveries/index.ts';
import type { OutboxEntry } from '../../../store/deliveries/index.ts';
import { Problem } from '../../http/index.ts';
import { isAtLeast } from '../../access/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anyObject, given, listAnswer, listOf, listQuery, onWire, textFilter } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Outbox';
const entry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    channel: z.string().meta({ example: 'slack' }),
    receiver: z.string(),
    subject: z.string().optional(),
    text: z.string(),
    blocks: z.array(anyObject).optional().meta({ description: 'Slack’s Block Kit.' }),
    html: z.string().optional(),
    picture: z.string().optional().meta({ description: 'Path of the picture.' }),
    delivery_id: z.string().optional(),
    possible_repeat: z.boolean(),
  })
  .meta({ id: 'OutboxEntry' });

/** Messages of channels that are not configured: shown instead of sent. */
export function outboxRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/outbox',
      id: 'listOutbox',
      tag: TAG,
      role: 'viewer',
      summary: 'List messages in the outbox, stored instead of sent',
      description:
        'Links that act in a recipient’s name are shown to editors and admins only; for other roles they are removed.',
      query: listQuery({ channel: textFilter('`slack`, `email` or `webhook`.') }),
      answer: { description: 'Messages, newest first.', schema: listOf(entry) },
      async run({ fleetId, query, caller }) {
        const shown = isAtLeast(caller.role, 'editor')
          ? entryOnWire
          : (row: OutboxEntry) => entryOnWire(withHiddenLinks(row));
        return listAnswer(await listOutbox(db, { fleetId, ...given(query) }), shown);
      },
    }),
    api({
      method: 'get',
      path: '/outbox/{id}/picture',
      id: 'getOutboxPicture',
      tag: TAG,
      role: 'viewer',
      summary: 'Show the picture of a message',
      answer: { description: 'A PNG.', type: 'image/png' },
      async run({ fleetId, params }) {
        const picture = await getOutboxPicture(db, { fleetId, id: params['id']! });
        if (!picture) throw new Problem(404, worded('problems.noMessagePicture'));
        return picture;
      },
    }),
  ];
}

/** Returns a message for a reader who may not answer it: without the links that act in a recipient's name. */
export function withHiddenLinks(row: OutboxEntry): OutboxEntry {
  const { subject, text, blocks, html } = row;
  return {
    ...row,
    subject: subject && withoutActingLinks(subject),
    text: withoutActingLinks(text),
    blocks: blocks && (JSON.parse(withoutActingLinks(JSON.stringify(blocks))) as typeof blocks),
    html: html && withoutActingLinks(html),
  };
}

function entryOnWire(row: OutboxEntry): AnswerOf<typeof entry> {
  return onWire(entry, row, {
    receiver: shownReceiver({ action: row.channel, receiver: row.receiver }),
    picture: row.hasPicture ? `/api/v1/fleets/${row.fleetId}/outbox/${row.id}/picture` : null,
  });
}
