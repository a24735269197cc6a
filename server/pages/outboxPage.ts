import type { Request, Response } from 'express';
import { worded } from '../../messages/language/index.ts';
import type { FleetConfig } from '../../config.ts';
import type { SlackBlock } from '../../messages/channels/slack/index.ts';
import { LINK_KEY_NAME, pngSource, shownReceiver, tripLinks } from '../../messages/format/index.ts';
import { OUTBOX_POLICY, outboxPage } from '../../messages/pages/index.ts';
import type { OutboxEntry as ShownEntry, OutboxPageInput } from '../../messages/pages/index.ts';
import { getAlert } from '../../store/alerts/index.ts';
import { settingsFrom } from '../../rules/drivers/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { getDelivery, getOutboxPicture, listOutbox } from '../../store/deliveries/index.ts';
import type { Delivery, OutboxEntry } from '../../store/deliveries/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import { checkQuery, storableText } from '../api/http/index.ts';
import { withHiddenLinks } from '../api/deliveries/index.ts';
import { Problem, isByOwnName } from '../http/index.ts';
import { basicPassword, isAtLeast } from '../access/index.ts';
import type { Authenticator, Caller, Exchange } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { THREADS } from '../workerThreads/index.ts';
import * as z from 'zod';

const TAG = 'Pages';
const ENTRIES_A_PAGE = 20;
/** Soon while the first message is awaited; later someone may be reading. */
const REFRESH_SECONDS = { empty: 3, filled: 20 };
/** The page's links to trips live as long as someone reads it. */
const LINK_VALID_SECONDS = 86_400;

const query = z.strictObject({
  fleet: storableText(63).optional().meta({ description: 'In a sandbox of several fleets: which one.' }),
  cursor: storableText(200).optional().meta({ description: 'For the page of older messages.' }),
  refresh: z.enum(['off', 'on']).optional().meta({ description: '`off`: the page does not refresh itself.' }),
});

const answers = {
  401: { description: 'Outside the sandbox, without an API token as password.' },
  403: {
    description:
      'The token is limited to groups; or, in the sandbox, the request came by a name that is neither localhost nor the one in `PUBLIC_URL`.',
  },
  404: { description: 'No such fleet, picture or page.' },
  429: { description: 'Too many wrong tokens from this address.' },
  503: { description: 'The database is unavailable.' },
};

/** The reader of the page. */
interface Reader {
  readonly fleet: FleetConfig;
  /** Whether links that act in a recipient's name work for them; in the sandbox they do for everyone. */
  readonly mayAnswer: boolean;
}

/** The outbox as a page: open in the sandbox to browsers of this machine, elsewhere with an API token as Basic password. */
export function outboxPageRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const readerOf = async (request: Request, response: Response): Promise<Reader> => {
    const wanted = (checkQuery(query, request.query) as z.output<typeof query>).fleet;
    if (deps.config.sandbox && !isByOwnName(request, deps.config))
      throw new Problem(403, worded('problems.outboxElsewhere'));
    const caller = deps.config.sandbox
      ? undefined
      : await holder(authenticator, { request, response }, wanted);
    const fleet = caller?.fleet ?? deps.config.fleets.find(({ id }) => wanted === undefined || id === wanted);
    if (!fleet || (wanted !== undefined && wanted !== fleet.id))
      throw new Problem(404, worded('problems.noFleetHere'));
    response.locals['fleet'] = fleet.id;
    return { fleet, mayAnswer: caller === undefined || isAtLeast(caller.role, 'editor') };
  };
  return [
    {
      method: 'get',
      path: '/outbox',
      id: 'outboxPage',
      tag: TAG,
      security: 'page',
      query,
      summary: 'Show the outbox: messages stored instead of sent',
      answers: {
        200: { description: 'The page.', type: 'text/html' },
        400: { description: 'The query is wrong.' },
        ...answers,
      },
      async handle(request, response) {
        response.locals['page'] = true;
        const reader = await readerOf(request, response);
        response.set('content-security-policy', OUTBOX_POLICY).set('cache-control', 'no-store');
        response.type('text/html').send(await render(deps, reader, request.query));
      },
    },
    {
      method: 'get',
      path: '/outbox/{id}/picture',
      id: 'outboxPagePicture',
      tag: TAG,
      security: 'page',
      query,
      summary: 'The picture of a message on the page',
      answers: {
        200: { description: 'A PNG.', type: 'image/png' },
        400: { description: 'The query is wrong.' },
        ...answers,
      },
      async handle(request, response) {
        const { fleet } = await readerOf(request, response);
        const fleetId = fleet.id;
        const id = String(request.params['id']);
        const picture = await getOutboxPicture(deps.database.db, { fleetId, id });
        if (!picture) throw new Problem(404, worded('problems.noMessagePicture'));
        response.type('image/png').set('cache-control', 'private, max-age=86400').send(picture);
      },
    },
  ];
}

function holder(
  authenticator: Authenticator,
  exchange: Exchange,
  fleet: string | undefined,
): Promise<Caller> {
  const token = basicPassword(exchange.request.headers.authorization);
  const asking = { scheme: 'Basic', role: 'viewer', isGroupScoped: false } as const;
  return authenticator.identify(exchange, token, fleet === undefined ? asking : { ...asking, fleet });
}

async function render(
  deps: ServerDependencies,
  { fleet, mayAnswer }: Reader,
  asked: { readonly cursor?: string; readonly refresh?: 'off' | 'on' },
): Promise<string> {
  const { cursor } = asked;
  const { db } = deps.database;
  const page = { limit: ENTRIES_A_PAGE, ...(cursor === undefined ? {} : { cursor }) };
  const { items, nextCursor } = await listOutbox(db, { fleetId: fleet.id, ...page });
  const [key, settings] = await Promise.all([
    instanceKey(db, LINK_KEY_NAME),
    publishedSettings(db, fleet.id),
  ]);
  const { language } = settingsFrom(settings);
  const entries = await Promise.all(
    items.map((entry) => shown(deps, key, mayAnswer ? entry : withHiddenLinks(entry))),
  );
  const at = (more: Record<string, string>): string =>
    `/outbox?${new URLSearchParams({ fleet: fleet.id, ...more }).toString()}`;
  const isPaused = asked.refresh === 'off';
  const seconds = items.length === 0 ? REFRESH_SECONDS.empty : REFRESH_SECONDS.filled;
  const input: OutboxPageInput = {
    entries: entries.filter((entry) => entry !== undefined),
    fleetName: fleet.name,
    timezone: fleet.timezone,
    language,
    sandbox: deps.config.sandbox,
    hasHiddenLinks: !mayAnswer,
    ...(nextCursor === undefined ? {} : { olderUrl: at({ cursor: nextCursor }) }),
    ...(cursor === undefined
      ? { refreshSwitchUrl: at({ refresh: isPaused ? 'on' : 'off' }) }
      : { newestUrl: at({}) }),
    ...(cursor === undefined && !isPaused ? { refreshSeconds: seconds } : {}),
  };
  const bytes = sizeOf(input.entries);
  return bytes <= LONG_PAGE_BYTES
    ? outboxPage(input)
    : THREADS.run('outboxPage', input, { bytes, whose: fleet.id });
}

/** A page of longer messages is made in a thread. */
const LONG_PAGE_BYTES = 131_072;

function sizeOf(entries: readonly ShownEntry[]): number {
  return entries.reduce(
    (sum, { text, html = '', pictureUrl = '', blocks = [] }) =>
      sum + text.length + html.length + pictureUrl.length + blocks.length * BLOCK_BYTES,
    0,
  );
}

/** About what one block of a Slack message holds. */
const BLOCK_BYTES = 3_000;

/** Returns an entry with its background: the rule, its severity, and a link to the trip. */
async function shown(
  deps: ServerDependencies,
  key: Uint8Array,
  entry: OutboxEntry,
): Promise<ShownEntry | undefined> {
  const { db } = deps.database;
  const { fleetId, channel } = entry;
  const delivery = entry.deliveryId ? await getDelivery(db, { fleetId, id: entry.deliveryId }) : undefined;
  const pictureUrl = entry.hasPicture ? await pictureFor(deps, entry) : undefined;
  const alert = delivery?.alertId ? await getAlert(db, { fleetId, id: delivery.alertId }) : undefined;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    channel,
    receiver: shownReceiver({ action: entry.channel, receiver: entry.receiver }),
    text: entry.text,
    possibleRepeat: entry.possibleRepeat,
    ...(entry.subject === null ? {} : { subject: entry.subject }),
    ...(entry.blocks === null ? {} : { blocks: entry.blocks as unknown as readonly SlackBlock[] }),
    ...(entry.html === null ? {} : { html: entry.html }),
    ...(delivery && entry.html === null ? threadOf(delivery) : {}),
    ...(pictureUrl === undefined ? {} : { pictureUrl }),
    ...(alert ? { severity: alert.severity } : {}),
    ...(delivery && delivery.tripId !== ''
      ? { rule: delivery.rule, tripUrl: tripUrl(deps, key, delivery) }
      : {}),
  };
}

/** Returns a message's thread, as Slack would show it, and whether the message was updated since. */
function threadOf(delivery: Delivery): Pick<ShownEntry, 'thread' | 'updated'> {
  const { kind, reference, incidentSeq, shownChange } = delivery;
  const rootId = (reference as { thread_outbox_id?: string } | null)?.thread_outbox_id;
  const updated = kind === 'incident_page' && (shownChange ?? 0) > (incidentSeq ?? 0);
  return {
    ...(rootId !== undefined && { thread: { rootId, broadcast: kind === 'incident_page' } }),
    ...(updated && { updated }),
  };
}

/** An e-mail is shown in a frame of its own that may fetch nothing from here: its picture comes with it. */
async function pictureFor(
  deps: ServerDependencies,
  { id, fleetId, html }: OutboxEntry,
): Promise<string | undefined> {
  if (html === null) return `/outbox/${id}/picture?fleet=${fleetId}`;
  const picture = await getOutboxPicture(deps.database.db, { fleetId, id });
  return picture && pngSource(picture);
}

function tripUrl(
  deps: ServerDependencies,
  key: Uint8Array,
  trip: { readonly fleetId: string; readonly driverId: string; readonly tripId: string },
): string {
  const expires = Math.floor(deps.now().getTime() / 1000) + LINK_VALID_SECONDS;
  const { fleetId: fleet, driverId, tripId } = trip;
  return `/t/${tripLinks.sign(key, { fleet, driverId, tripId, expires })}`;
}
