import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { SlackBlock } from '../../../messages/channels/slack/index.ts';
import { pngSource, shownReceiver, withoutActingLinks } from '../../../messages/format/index.ts';
import { MESSAGE_POLICY, messagePage } from '../../../messages/pages/index.ts';
import {
  getDelivery,
  getOutboxEntry,
  getOutboxPicture,
  listOutbox,
} from '../../../store/deliveries/index.ts';
import type { Delivery, OutboxEntry } from '../../../store/deliveries/index.ts';
import { isAtLeast } from '../../access/index.ts';
import type { Caller } from '../../access/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  FramedAnswer,
  anyObject,
  given,
  listAnswer,
  listOf,
  listQuery,
  onWire,
  textFilter,
  languageAsked,
} from '../http/index.ts';
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

const whole = entry
  .extend({
    thread: z.object({ root_id: z.string(), is_broadcast: z.boolean() }).optional().meta({
      description:
        'Slack only: the message in whose thread it is a reply, and whether the channel would show it as well.',
    }),
    is_updated: z
      .boolean()
      .optional()
      .meta({ description: 'It was updated in place, and shows the current state.' }),
  })
  .meta({ id: 'OutboxMessage' });

/** Returns the routes of the outbox: messages of channels that are not configured, which are stored instead of sent. */
export function outboxRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  const entryFor = async (caller: Caller, fleetId: string, id: string): Promise<OutboxEntry> => {
    const row = await getOutboxEntry(db, { fleetId, id });
    if (!row) throw new Problem(404, worded('problems.noMessage'));
    return visibleTo(caller, row);
  };
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
        const listed = await listOutbox(db, { fleetId, ...given(query) });
        return listAnswer(listed, (row) => entryOnWire(visibleTo(caller, row)));
      },
    }),
    api({
      method: 'get',
      path: '/outbox/{id}',
      id: 'getOutboxEntry',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a message of the outbox',
      answer: { description: 'The message.', schema: whole },
      async run({ fleetId, params, caller }) {
        const row = await entryFor(caller, fleetId, params['id']!);
        const delivery = row.deliveryId && (await getDelivery(db, { fleetId, id: row.deliveryId }));
        return { ...entryOnWire(row), ...(delivery && row.html === null && threadOf(delivery)) };
      },
    }),
    api({
      method: 'get',
      path: '/outbox/{id}/page',
      id: 'getOutboxPage',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a message as it was rendered',
      description: 'A document for a frame of the console: it runs no script and fetches nothing.',
      query: z.strictObject({ language: languageAsked }),
      answer: { description: 'The document.', type: 'text/html' },
      async run({ fleetId, params, query, caller }) {
        const row = await entryFor(caller, fleetId, params['id']!);
        const { id, text, blocks, html, hasPicture } = row;
        const picture = hasPicture ? await getOutboxPicture(db, { fleetId, id }) : undefined;
        const message = {
          text,
          ...(blocks !== null && { blocks: blocks as unknown as readonly SlackBlock[] }),
          ...(html !== null && { html }),
          ...(picture && { pictureUrl: pngSource(picture) }),
        };
        const page = messagePage(message, query.language);
        return new FramedAnswer({ html: page, policy: MESSAGE_POLICY });
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

/**
 * Returns a message as the caller may see it. Links that act in a recipient's name are removed unless the
 * caller is an editor or an admin.
 */
function visibleTo({ role }: Caller, row: OutboxEntry): OutboxEntry {
  if (isAtLeast(role, 'editor')) return row;
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

/** Returns the Slack thread that a message belongs to, and whether the message was updated after it was sent. */
function threadOf({ kind, reference, incidentSeq, shownChange }: Delivery): Record<string, unknown> {
  const rootId = (reference as { thread_outbox_id?: string } | null)?.thread_outbox_id;
  const isPage = kind === 'incident_page';
  return {
    ...(rootId !== undefined && { thread: { root_id: rootId, is_broadcast: isPage } }),
    ...(isPage && (shownChange ?? 0) > (incidentSeq ?? 0) && { is_updated: true }),
  };
}
