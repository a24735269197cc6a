import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { unsubscribePage } from '../../messages/digests/index.ts';
import { unsubscribeLinks } from '../../messages/format/index.ts';
import type { UnsubscribeLink } from '../../messages/format/index.ts';
import { pagePolicy } from '../../messages/pages/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { isUnsubscribed, subscribeAgain, unsubscribe } from '../../store/digests/index.ts';
import { getDocument } from '../../store/documents/index.ts';
import { readBody } from '../http/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { kept, pageProblem } from './pageProblem.ts';
import { linkOpener } from './signedPage.ts';
import type { OpenedLink } from './signedPage.ts';
import * as z from 'zod';

const LARGEST_FORM_BYTES = 16_384;

/** Fields of the page's form, and of a mail program's one-click request (RFC 8058). Mail programs may add other fields. */
const formSchema = z.object({
  choice: z.enum(['unsubscribe', 'subscribe']).optional(),
  'List-Unsubscribe': z.literal('One-Click').optional(),
});

const answers = {
  200: { description: 'The page.', type: 'text/html' },
  404: { description: 'The link is damaged.' },
  503: { description: 'The database is unavailable.' },
} as const;

/** Returns the routes of the page behind a digest's unsubscribe link. It unsubscribes one address from the digest. */
export function unsubscribePageRoutes(deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const visit = linkOpener(deps, { links: unsubscribeLinks, damaged: 'pages.linkDamaged' });
  const opened = (request: Request, response: Response): ReturnType<typeof visit> =>
    kept(deps, visit(request, response), { fleetId: undefined, key: LOST });
  return [
    {
      method: 'get',
      path: '/u/{signed}',
      id: 'unsubscribePage',
      tag: 'Pages',
      security: 'none',
      summary: 'Show the page to unsubscribe from a digest',
      description: 'Opening the page changes nothing, because mail scanners open links.',
      answers,
      async handle(request, response) {
        await show(deps, response, { ...(await opened(request, response)), isAnswer: false });
      },
    },
    {
      method: 'post',
      path: '/u/{signed}',
      id: 'unsubscribe',
      tag: 'Pages',
      security: 'none',
      summary: 'Unsubscribe one address from a digest, also by one click (RFC 8058)',
      body: {
        required: false,
        type: 'application/x-www-form-urlencoded',
        schema: formSchema,
        example: { 'List-Unsubscribe': 'One-Click' },
      },
      answers: {
        ...answers,
        400: { description: 'No valid choice was made.' },
        413: { description: `Larger than ${LARGEST_FORM_BYTES} bytes.` },
      },
      async handle(request, response) {
        const visitor = await opened(request, response);
        const { fleet: fleetId, digest: digestId, address } = visitor.link;
        const form = await readForm(request, response, { deps, fleetId });
        const act = form.choice === 'subscribe' ? subscribeAgain : unsubscribe;
        await kept(deps, act(db, { fleetId, digestId, address, at: deps.now() }), { fleetId, key: LOST });
        await show(deps, response, { ...visitor, isAnswer: true });
      },
    },
  ];
}

async function show(
  deps: ServerDependencies,
  response: Response,
  { fleet, link, isAnswer }: OpenedLink<UnsubscribeLink> & { readonly isAnswer: boolean },
): Promise<void> {
  const { db } = deps.database;
  const { digest: digestId, address } = link;
  const document = await getDocument(db, { fleetId: fleet.id, kind: 'digest', id: digestId });
  // Includes a retired digest, because old e-mails may still link to it.
  const body = (document?.published ?? document?.draft) as unknown as Digest | null | undefined;
  const nonce = randomBytes(16).toString('base64');
  const html = unsubscribePage({
    fleet: fleet.name,
    address,
    isAnswer,
    nonce,
    language: body?.language ?? 'en',
    digest: { id: digestId, name: body?.name ?? digestId },
    isUnsubscribed: await isUnsubscribed(db, { fleetId: fleet.id, digestId, address }),
  });
  response.set('content-security-policy', pagePolicy(nonce, { forms: true }));
  response.type('text/html').send(html);
}

/** Text of the error if a choice could not be stored. Without it, the person would believe that the choice was accepted. */
const LOST = 'pages.choiceLost';

/** Reads the form. An empty POST also unsubscribes, because some mail programs send their field in another encoding. */
async function readForm(
  request: Request,
  response: Response,
  { deps, fleetId }: { readonly deps: ServerDependencies; readonly fleetId: string },
): Promise<z.output<typeof formSchema>> {
  const body = await readBody(request, response, LARGEST_FORM_BYTES);
  if (body.kind === 'too_large')
    throw await pageProblem(deps, {
      fleetId,
      status: 413,
      key: 'pages.formTooLarge',
      values: { bytes: LARGEST_FORM_BYTES },
    });
  if (body.kind !== 'read') throw await pageProblem(deps, { fleetId, status: 400, key: 'pages.formLost' });
  const parsed = formSchema.safeParse(Object.fromEntries(new URLSearchParams(body.bytes.toString('utf8'))));
  if (parsed.success) return parsed.data;
  throw await pageProblem(deps, { fleetId, status: 400, key: 'pages.noChoice' });
}
