import * as z from 'zod';
import type { Sentence } from '../../../rules/documents/index.ts';
import { CHANNEL_NAMES } from '../../../rules/channels/index.ts';
import { shownReceiver } from '../../../messages/format/index.ts';
import { previewChain } from '../../../rules/escalation/index.ts';
import type { PreviewedPage } from '../../../rules/escalation/index.ts';
import {
  lintRotationUse,
  lintRouteUse,
  parseEscalationPolicy,
  policiesOf,
  recipientsOfPolicy,
} from '../../../rules/lint/index.ts';
import type { EscalationPolicy, ParsedDocument } from '../../../rules/lint/index.ts';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedRotations, publishedRoutes, rulesInUse } from '../../../store/documents/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anyPolicy, given, languageAsked, onWire, textFilter, timeFilter } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { found, documentRoutes, recipientWarnings, ruleWords } from '../documents/index.ts';
import { recipientsNow } from '../../answers/index.ts';
import type { DocumentOf, DocumentType } from '../documents/index.ts';

const TAG = 'Escalation policies';

async function users(db: Db, { fleetId, id }: DocumentOf): Promise<Sentence[]> {
  const using = (await rulesInUse(db, fleetId)).filter(({ rule }) =>
    policiesOf(rule).some((each) => each.id === id),
  );
  return using.map(({ id: rule }) => ruleWords(rule));
}

async function beside(db: Db, { fleetId }: DocumentOf, document: JsonObject) {
  const policy = document as unknown as EscalationPolicy;
  const people = lintRotationUse(policy, await publishedRotations(db, fleetId));
  const routes = lintRouteUse(recipientsOfPolicy(policy), await publishedRoutes(db, fleetId));
  return {
    errors: [...people.errors, ...routes.errors],
    warnings: [...people.warnings, ...routes.warnings],
  };
}

const POLICIES: DocumentType = {
  kind: 'escalation-policy',
  path: '/escalation-policies',
  tag: TAG,
  field: 'escalation_policy',
  one: 'escalation policy',
  many: 'escalation policies',
  idOne: 'EscalationPolicy',
  idMany: 'EscalationPolicies',
  schema: anyPolicy,
  read: (_db, _fleetId, body): Promise<ParsedDocument<JsonObject>> => {
    const read = parseEscalationPolicy(body);
    return Promise.resolve(read.ok ? { ...read, document: read.document as unknown as JsonObject } : read);
  },
  async warnings(db, of, document) {
    const { errors, warnings } = await beside(db, of, document);
    const named = recipientsOfPolicy(document as unknown as EscalationPolicy);
    return [...errors, ...warnings, ...(await recipientWarnings(db, of.fleetId, named))];
  },
  breaks: async (db, of, document) => (await beside(db, of, document)).errors,
  users,
};

const query = z.strictObject({
  language: languageAsked,
  at: timeFilter('When the incident opens; default: now.'),
  late: z.enum(['true', 'false']).optional().meta({ description: 'Whether its trip arrived late.' }),
  driver: textFilter(
    'The driver for whom recipient routes are resolved; without one, their defaults are shown.',
  ),
  draft: z.enum(['true', 'false']).optional().meta({
    description: 'Use the draft instead of the published version; default when nothing is published.',
  }),
});

const receiver = z.object({
  action: z.enum(CHANNEL_NAMES),
  receiver: z.string(),
  person: z.string().optional().meta({ description: 'Who is on call, where a rotation is named.' }),
  rotation: z.string().optional(),
  because: z.string().optional().meta({ description: 'Why, where a route or the driver record names them.' }),
});

const page = z.object({
  at: z.iso.datetime().meta({ description: 'When they are notified, unless someone acknowledges before.' }),
  kind: z
    .enum(['step', 'unanswered'])
    .meta({ description: '`unanswered`: all steps have run and nobody acknowledged.' }),
  round: z.int(),
  step: z.int().optional(),
  receivers: z.array(receiver),
  unreachable: z
    .array(z.string())
    .meta({ description: 'Recipients of the policy that reach nobody at that moment.' }),
  skipped: z.enum(['outside_hours', 'no_recipients']).optional(),
  despite_hours: z.boolean().optional().meta({
    description: 'Notified outside its hours, because otherwise the first round would notify nobody.',
  }),
  hours: z.string().optional().meta({ description: 'The hours of the step, in words.' }),
});

const previewAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.int().optional().meta({ description: 'Absent: the draft.' }),
    opened_at: z.iso.datetime(),
    late: z.boolean(),
    pages: z.array(page),
  })
  .meta({ id: 'EscalationPreview' });

/** Returns the routes of escalation policies: draft, published version, history, and a preview of who is notified when. */
export function escalationPolicyRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/escalation-policies/{id}/preview',
      id: 'previewEscalationPolicy',
      tag: TAG,
      role: 'viewer',
      query,
      limit: { aMinute: 300 },
      summary: 'Preview who is notified of an incident, and when',
      description: 'Nothing is sent. Rotations are resolved at the time of each page.',
      answer: { description: 'Every page, in order.', schema: previewAnswer },
      async run({ fleetId, params, query: asked }) {
        const row = await found(db, POLICIES, { fleetId, id: params['id']! });
        const isDraft = row.draft !== null && (asked.draft === 'true' || row.published === null);
        const policy = (isDraft ? row.draft : row.published) as unknown as EscalationPolicy | null;
        const openedAt = asked.at ?? deps.now();
        const late = asked.late === 'true';
        const recipients = await recipientsNow(db, { fleetId, driverId: asked.driver });
        return given({
          id: row.id,
          name: policy?.name ?? row.id,
          version: isDraft ? undefined : row.publishedVersion,
          opened_at: openedAt,
          late,
          pages: policy
            ? previewChain(policy, { openedAt, late, ...recipients }).map((page) =>
                pageOnWire(page, asked.language),
              )
            : [],
        });
      },
    }),
    ...documentRoutes(api, deps, POLICIES),
  ];
}

function pageOnWire({ receivers, ...rest }: PreviewedPage, language: Language): AnswerOf<typeof page> {
  return onWire(page, rest, {
    receivers: receivers.map((each) =>
      onWire(receiver, each, {
        receiver: shownReceiver(each),
        because: each.because && whyRecipient(each.because, language),
      }),
    ),
  });
}
