import { DIGEST_PAGE_POLICY } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import { digestLinks } from '../../messages/format/index.ts';
import { digestRunFacts } from '../../store/digests/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { THREADS } from '../workerThreads/index.ts';
import { pageProblem } from './pageProblem.ts';
import { linkOpener, pageRoute } from './signedPage.ts';

/** Approximate maximum size of a digest's content in bytes. Its lists are cut when the content is composed. */
const CONTENT_BYTES = 262_144;

/**
 * Returns the route of the page behind the link in a digest. The link shows this one digest to anyone who has it, until it
 * expires.
 */
export function digestPageRoutes(deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const open = linkOpener(deps, { links: digestLinks, damaged: 'pages.digestLinkExpired' });
  return [
    pageRoute({
      path: '/d/{signed}',
      id: 'digestPage',
      summary: 'Show a digest that was sent, linked from its messages',
      missing: 'The link is damaged or has expired, or the digest is no longer stored.',
      async handle(request, response) {
        const { fleet, link } = await open(request, response);
        const run = await digestRunFacts(db, { fleetId: fleet.id, id: link.run });
        if (!run?.content)
          throw await pageProblem(deps, { fleetId: fleet.id, status: 404, key: 'pages.digestGone' });
        const content = run.content as unknown as DigestContent;
        const html = await THREADS.run('sentDigestPage', content, { bytes: CONTENT_BYTES, whose: fleet.id });
        response.set('content-security-policy', DIGEST_PAGE_POLICY).type('text/html').send(html);
      },
    }),
  ];
}
