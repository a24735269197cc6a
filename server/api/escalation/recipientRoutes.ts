import * as z from 'zod';
import { PERSON_CHANNELS } from '../../../rules/channels/index.ts';
import type { PersonChannel } from '../../../rules/channels/index.ts';
import { issueAt, sentence } from '../../../rules/documents/index.ts';
import type { Sentence } from '../../../rules/documents/index.ts';
import {
  lintRouteRotations,
  lintRouteUse,
  parseRoute,
  recipientsOfDigest,
  recipientsOfPolicy,
  recipientsOfRule,
  routesUsed,
  unknownNamesOfRoute,
} from '../../../rules/lint/index.ts';
import type { Digest, DocumentIssue, NamesRoutes, ParsedDocument, Route } from '../../../rules/lint/index.ts';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import { previewRoute } from '../../../rules/recipients/index.ts';
import type { PreviewedRoute, Routes } from '../../../rules/recipients/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  publishedDocuments,
  publishedPolicies,
  publishedRotations,
  publishedRoutes,
  rulesInUse,
  runningPolicies,
} from '../../../store/documents/index.ts';
import type { Route as ApiRoute, ServerDependencies } from '../../http/index.ts';
import { anyRoute, given, languageAsked, onWire, textFilter } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import {
  found,
  documentRoutes,
  policyWords,
  ruleWords,
  runningWords,
  usesAt,
  driversKnown,
} from '../documents/index.ts';
import { recipientsNow } from '../../answers/index.ts';
import type { DocumentOf, DocumentType } from '../documents/index.ts';

const TAG = 'Recipient routes';

/** A document that names recipient routes, in words. Policy versions by which an incident still runs are included. */
interface User {
  readonly words: Sentence;
  readonly names: NamesRoutes;
}

async function allUsers(db: Db, { fleetId, id }: DocumentOf): Promise<User[]> {
  const rules = (await rulesInUse(db, fleetId)).map(({ id: rule, rule: body }) => ({
    words: ruleWords(rule),
    names: recipientsOfRule(body),
  }));
  const policies = [...(await publishedPolicies(db, fleetId))].map(([policy, body]) => ({
    words: policyWords(policy),
    names: recipientsOfPolicy(body),
  }));
  const running = (await runningPolicies(db, fleetId)).map(({ policy, version, body }) => ({
    words: runningWords(policy, version),
    names: recipientsOfPolicy(body),
  }));
  const digests = (await publishedDocuments(db, { fleetId, kind: 'digest' })).map((digest) => ({
    words: sentence('userDigest', { name: digest.id }),
    names: recipientsOfDigest(digest.body as unknown as Digest),
  }));
  return [...rules, ...policies, ...running, ...digests].filter(({ names }) =>
    routesUsed(names).includes(id),
  );
}

/**
 * Returns the errors that this version of the route would cause in documents that use it. Errors that they
 * already have are left out.
 */
async function brokenUsers(db: Db, of: DocumentOf, document: JsonObject): Promise<DocumentIssue[]> {
  const now = await publishedRoutes(db, of.fleetId);
  const then: Routes = new Map(now).set(of.id, document as unknown as Route);
  return (await allUsers(db, of)).flatMap(({ words, names }) => {
    const known = new Set(lintRouteUse(names, now).errors.map(({ message }) => message));
    return lintRouteUse(names, then)
      .errors.filter(({ message }) => !known.has(message))
      .map((wrong) => issueAt('/entries', usesAt(words, wrong)));
  });
}

async function beside(db: Db, { fleetId }: DocumentOf, document: JsonObject) {
  return lintRouteRotations(document as unknown as Route, await publishedRotations(db, fleetId));
}

const ROUTES: DocumentType = {
  kind: 'route',
  path: '/routes',
  tag: TAG,
  field: 'route',
  one: 'recipient route',
  many: 'recipient routes',
  idOne: 'Route',
  idMany: 'Routes',
  completes: 'groups and driver attributes',
  schema: anyRoute,
  read: (_db, _fleetId, body): Promise<ParsedDocument<JsonObject>> => {
    const read = parseRoute(body);
    return Promise.resolve(read.ok ? { ...read, document: read.document as unknown as JsonObject } : read);
  },
  async warnings(db, of, document) {
    const { errors, warnings } = await beside(db, of, document);
    const route = document as unknown as Route;
    const known = await driversKnown(db, of.fleetId, route);
    return [...errors, ...warnings, ...unknownNamesOfRoute(route, known)];
  },
  breaks: async (db, of, document) => [
    ...(await beside(db, of, document)).errors,
    ...(await brokenUsers(db, of, document)),
  ],
  users: async (db, of) => (await allUsers(db, of)).map(({ words }) => words),
};

const query = z.strictObject({
  language: languageAsked,
  driver: textFilter('Only what applies to this driver.'),
  draft: z.enum(['true', 'false']).optional().meta({
    description: 'Use the draft instead of the published version; default when nothing is published.',
  }),
});

const receiver = z.object({
  action: z.enum(PERSON_CHANNELS).meta({ description: 'The channel in which they are notified.' }),
  receiver: z.string(),
  person: z.string().optional().meta({ description: 'Who is on call, where a rotation is named.' }),
  rotation: z.string().optional(),
  because: z.string().optional(),
});

const previewAnswer = z
  .object({
    id: z.string(),
    version: z.int().optional().meta({ description: 'Absent: the draft.' }),
    driver_id: z.string().optional(),
    groups: z
      .array(z.string())
      .optional()
      .meta({ description: 'The driver’s groups, as far as they were read.' }),
    entries: z
      .array(
        z.object({
          entry: z.string().optional().meta({
            description: 'Absent: the default, or with a driver whatever applies.',
          }),
          channel: z.enum(PERSON_CHANNELS).meta({ description: 'The channel of the message.' }),
          receivers: z.array(receiver),
          unreachable: z.array(z.string()).meta({ description: 'What of it reaches no one.' }),
        }),
      )
      .meta({ description: 'Without a driver one for each entry and channel; with one, for each channel.' }),
  })
  .meta({ id: 'RoutePreview' });

/** Returns the routes of recipient routes: draft, published version, history, and a preview of who is notified. */
export function recipientRouteRoutes(api: RouteMaker, deps: ServerDependencies): ApiRoute[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/routes/{id}/preview',
      id: 'previewRoute',
      tag: TAG,
      role: 'viewer',
      query,
      summary: 'Preview who a recipient route stands for',
      description: 'Nothing is sent. Groups and driver records are taken as they are stored.',
      limit: { aMinute: 300 },
      answer: { description: 'Recipients by entry and channel.', schema: previewAnswer },
      async run({ fleetId, params, query: { driver, draft, language } }) {
        const row = await found(db, ROUTES, { fleetId, id: params['id']! });
        const isDraft = row.draft !== null && (draft === 'true' || row.published === null);
        const route = (isDraft ? row.draft : row.published) as unknown as Route | null;
        const now = { at: deps.now(), ...(await recipientsNow(db, { fleetId, driverId: driver })) };
        return given({
          id: row.id,
          version: isDraft ? undefined : row.publishedVersion,
          driver_id: driver,
          groups: now.driver?.groups,
          entries: route ? previewRoute(route, now).map((each) => previewedOnWire(each, language)) : [],
        });
      },
    }),
    ...documentRoutes(api, deps, ROUTES),
  ];
}

function previewedOnWire(
  { receivers, ...rest }: PreviewedRoute,
  language: Language,
): AnswerOf<typeof previewAnswer>['entries'][number] {
  return {
    ...rest,
    receivers: receivers.map((each) =>
      onWire(receiver, each, {
        // Recipient routes name only people.
        action: each.action as PersonChannel,
        because: each.because && whyRecipient(each.because, language),
      }),
    ),
  };
}
