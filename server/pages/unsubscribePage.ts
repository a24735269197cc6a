import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { unsubscribePage } from '../../messages/digests/index.ts';
import { unsubscribeLinks } from '../../messages/format/index.ts';
import type { UnsubscribeLink } from '../../messages/format/index.ts';
import { pagePolicy } from '../../messages/pages/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { isUnsubscribed, subscribeAgain, unsubscribe } from '../../store/digests/index.ts';
import { getDocument } from '../../store/documents/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { kept } from './pageProblem.ts';
import { formRoute, linkOpener, pageRoute, readForm } from './signedPage.ts';
import type { OpenedLink, PageForm } from './signedPage.ts';
import * as z from 'zod';

/** Fields that the page's button and a mail program's one click (RFC 8058) send; mail programs may add fields of their own. */
const formSchema = z.object({
  choice: z.enum(['unsubscribe', 'subscribe']).optional(),
  'List-Unsubscribe': z.literal('One-Click').optional(),
});

/** An empty POST ends it too: some mail programs send their one word in another encoding. */
const FORM: PageForm<typeof formSchema> = {
  schema: formSchema,
  largestBytes: 16_384,
  isRequired: false,
  example: { 'List-Unsubscribe': 'One-Click' },
  missing: 'The link is damaged.',
  wrong: 'No valid choice was made.',
  wrongKey: () => 'pages.noChoice',
};

/** Returns the routes of the page behind a digest's unsubscribe link. It unsubscribes one address from the digest. */
export function unsubscribePageRoutes(deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const visit = linkOpener(deps, { links: unsubscribeLinks, damaged: 'pages.linkDamaged' });
  const opened = (request: Request, response: Response): ReturnType<typeof visit> =>
    kept(deps, visit(request, response), { fleetId: undefined, key: LOST });
  return [
    pageRoute({
      path: '/u/{signed}',
      id: 'unsubscribePage',
      summary: 'Show the page to unsubscribe from a digest',
      description: 'Opening the page changes nothing, because mail scanners open links.',
      missing: FORM.missing,
      async handle(request, response) {
        await show(deps, response, { ...(await opened(request, response)), isAnswer: false });
      },
    }),
    formRoute(FORM, {
      path: '/u/{signed}',
      id: 'unsubscribe',
      summary: 'Unsubscribe one address from a digest, also by one click (RFC 8058)',
      async handle(request, response) {
        const visitor = await opened(request, response);
        const { fleet: fleetId, digest: digestId, address } = visitor.link;
        const form = await readForm(FORM, { request, response }, { deps, fleetId });
        const act = form.choice === 'subscribe' ? subscribeAgain : unsubscribe;
        await kept(deps, act(db, { fleetId, digestId, address, at: deps.now() }), { fleetId, key: LOST });
        await show(deps, response, { ...visitor, isAnswer: true });
      },
    }),
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
