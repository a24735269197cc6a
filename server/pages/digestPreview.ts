import type { Request, Response } from 'express';
import { worded } from '../../messages/language/index.ts';
import { DIGEST_PAGE_POLICY, digestCaveat } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import { chosenPeriod } from '../../rules/digests/index.ts';
import { narrowedTo, sightOfDigest } from '../../rules/documents/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import {
  countDigestPreviews,
  digestRunFacts,
  moveDigestRun,
  openDigestPreview,
} from '../../store/digests/index.ts';
import type { DigestRunKey } from '../../store/digests/index.ts';
import { getDocument, getVersion } from '../../store/documents/index.ts';
import { contentOnWire, digestContent } from '../api/digests/index.ts';
import { noSuch } from '../api/documents/index.ts';
import { API_ROOT, checkQuery, given, queryProblem } from '../api/http/index.ts';
import { Problem, notNow, requestLimit } from '../http/index.ts';
import { basicPassword, bearerToken } from '../access/index.ts';
import type { Authenticator, Caller } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { THREADS } from '../workerThreads/index.ts';
import * as z from 'zod';

/** Milliseconds within which a preview of the same digest is reused. */
const FRESH_MS = 10 * 60_000;
/** Maximum number of previews per minute for one token. */
const PREVIEWS_A_MINUTE = 60;
/** Maximum number of previews being made at the same time in a fleet, because each reads the whole fleet. */
const MOST_AT_ONCE = 3;
/** Approximate maximum size of a digest's content in bytes. Its lists are cut when the content is composed. */
const CONTENT_BYTES = 262_144;

const query = z.strictObject({
  period: z.iso.date().optional().meta({ description: 'Its last date; default: the last complete period.' }),
  compare: z.iso.date().optional().meta({ description: 'The last date of the period to compare with.' }),
  version: z
    .union([z.literal('draft'), z.coerce.number().int().min(1).max(2_147_483_647)])
    .optional()
    .meta({
      description: '`draft`, or a version; default: the published version, or the draft if there is none.',
    }),
});

/** Returns the routes for previews: a digest as it would be sent, without sending anything. */
export function digestPreviewRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const withinLimit = requestLimit({ aMinute: PREVIEWS_A_MINUTE });
  return [
    {
      method: 'get',
      path: `${API_ROOT}/digests/{id}/preview`,
      id: 'previewDigest',
      tag: 'Digests',
      security: 'page',
      isGroupScoped: true,
      summary: 'Preview a digest',
      description:
        'A page for a browser, which asks for a login: any name, an API token as the password; or JSON, with `Accept: application/json`, for a bearer token. Requested again within ten minutes, it is the same one. For the role `viewer` and above.',
      query,
      answers: {
        200: { description: 'The digest.', type: 'text/html', asJson: digestContent },
        400: { description: 'The query is wrong.' },
        401: { description: 'No token, or an unknown one.' },
        404: { description: 'No such digest or version, or another fleet’s token.' },
        409: { description: 'Too many previews of the fleet are being made.' },
        429: {
          description: `Too many wrong tokens from this address, or more than ${PREVIEWS_A_MINUTE} previews of this token in a minute.`,
          headers: { 'Retry-After': 'Seconds to wait.' },
        },
        503: { description: 'The database or Temporal is unavailable, or the digest could not be made.' },
        504: { description: 'It is still being made: try again in a minute.' },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        response.set('cache-control', 'no-store');
        const caller = await callerOf(authenticator, request, response);
        await withinLimit(request, response);
        const asked = given(checkQuery(query, request.query) as z.output<typeof query>);
        const content = await previewed(deps, caller, { id: String(request.params['id']), ...asked });
        if (request.accepts(['text/html', 'application/json']) === 'application/json')
          return void response.json(contentOnWire(content));
        response.set('content-security-policy', DIGEST_PAGE_POLICY);
        const page = await THREADS.run('digestPage', content, {
          bytes: CONTENT_BYTES,
          whose: caller.fleet.id,
        });
        response.type('text/html').send(page);
      },
    },
  ];
}

function callerOf(authenticator: Authenticator, request: Request, response: Response): Promise<Caller> {
  const { authorization } = request.headers;
  const token = bearerToken(authorization) ?? basicPassword(authorization);
  return authenticator.identify({ request, response }, token, {
    scheme: 'Basic',
    fleet: request.params['fleet'],
    role: 'viewer',
    isGroupScoped: true,
  });
}

interface Asked {
  readonly id: string;
  readonly period?: string;
  readonly compare?: string;
  readonly version?: 'draft' | number;
}

/**
 * Returns the content of a preview.
 * @throws Problem 409 if the fleet has too many previews in progress, 503 if it cannot be made, 504 if making it takes too long
 */
async function previewed(deps: ServerDependencies, caller: Caller, asked: Asked): Promise<DigestContent> {
  const { db } = deps.database;
  const fleetId = caller.fleet.id;
  const { version, document, isNarrowed } = seenBy(caller, await chosenDocument(deps, fleetId, asked));
  const now = deps.now();
  const chosen = chosenPeriod(asked, { kind: (document as unknown as Digest).period, now });
  if (!chosen.ok)
    throw queryProblem([{ parameter: chosen.field, message: String(chosen.said), words: chosen.said }]);
  const freshSince = new Date(now.getTime() - FRESH_MS);
  const { id: runId, isNew } = await openDigestPreview(db, {
    fleetId,
    digestId: asked.id,
    version,
    document,
    period: chosen.period,
    who: caller.name,
    at: now,
    freshSince,
  });
  if (isNew && (await countDigestPreviews(db, { fleetId, since: freshSince })) > MOST_AT_ONCE)
    await refuse(deps, { fleetId, id: runId });
  const outcome = await deps.workflows.runDigestPreview({ fleet: fleetId, runId });
  const run = outcome === 'done' ? await digestRunFacts(db, { fleetId, id: runId }) : undefined;
  if (run?.content) {
    const content = run.content as unknown as DigestContent;
    return isNarrowed ? saysNarrowed(content) : content;
  }
  if (outcome === 'late') throw new Problem(504, worded('problems.digestLate'));
  throw notNow(worded('problems.digestFailed'));
}

async function refuse(deps: ServerDependencies, key: DigestRunKey): Promise<never> {
  const reason = 'Too many previews were being made.';
  await moveDigestRun(deps.database.db, { ...key, state: 'failed', reason, at: deps.now() });
  throw new Problem(409, worded('problems.tooManyPreviews', { count: MOST_AT_ONCE }));
}

interface Chosen {
  readonly version: number;
  readonly document: JsonObject;
}

/**
 * Returns the document that a caller may see. For a caller limited to groups, a digest of the whole fleet is narrowed to these
 * groups, so that no other data is read.
 * @throws Problem 404 if there is no document, or it is about other groups
 */
function seenBy({ groups }: Caller, chosen: Chosen | Problem): Chosen & { readonly isNarrowed: boolean } {
  if (chosen instanceof Problem) throw groups ? noSuch('digest') : chosen;
  const sight = sightOfDigest(chosen.document, groups);
  if (sight === 'none') throw noSuch('digest');
  if (groups === undefined || sight === 'whole') return { ...chosen, isNarrowed: false };
  return { ...chosen, document: narrowedTo(chosen.document, groups), isNarrowed: true };
}

function saysNarrowed(content: DigestContent): DigestContent {
  const caveat = { kind: 'narrowed', groups: content.groups ?? [] } as const;
  return { ...content, caveats: [digestCaveat(caveat, content.language), ...content.caveats] };
}

/** Returns the document to preview, or a problem 404 if there is no such digest or version. */
async function chosenDocument(
  deps: ServerDependencies,
  fleetId: string,
  { id, version }: Asked,
): Promise<Chosen | Problem> {
  const { db } = deps.database;
  const key = { fleetId, kind: 'digest', id } as const;
  const stored = await getDocument(db, key);
  if (!stored) return noSuch('digest');
  if (typeof version === 'number') {
    const found = await getVersion(db, { ...key, version });
    return found
      ? { version, document: found.body }
      : new Problem(404, worded('problems.digestNoVersion', { version }));
  }
  const { published, publishedVersion, draft } = stored;
  if (published && publishedVersion !== null && version === undefined)
    return { version: publishedVersion, document: published };
  if (draft) return { version: 0, document: draft };
  if (publishedVersion !== null)
    return new Problem(404, worded('problems.digestNoDraft', { version: publishedVersion }));
  return new Problem(404, worded('problems.digestRetired'));
}
