import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { issueAt, sentence } from '../../../rules/documents/index.ts';
import type { Sentence } from '../../../rules/documents/index.ts';
import { rotationsOf } from '../../../rules/escalation/index.ts';
import { shiftsBetween } from '../../../rules/recipients/index.ts';
import { documentNames, rotationOf } from '../../../rules/recipients/index.ts';
import type { Rotations } from '../../../rules/recipients/index.ts';
import { lintRotationUse, lintRouteRotations, parseRotation } from '../../../rules/lint/index.ts';
import type {
  DocumentIssue,
  EscalationPolicy,
  ParsedDocument,
  Rotation,
  Route as RecipientRoute,
} from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  publishedPolicies,
  publishedRotations,
  publishedRoutes,
  runningPolicies,
} from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anyRotation, given, timeFilter } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { found, documentRoutes, policyWords, runningWords, usesAt } from '../documents/index.ts';
import type { DocumentOf, DocumentType } from '../documents/index.ts';

const TAG = 'Rotations';
const DAY_MILLIS = 86_400_000;
/** Days shown when the request names no end, and the maximum number of days. */
const SHOWN_DAYS = 56;
const MOST_DAYS = 400;

/**
 * A document that names rotations, in words: a route, a published policy, or a policy version by which an incident still runs.
 */
interface User {
  readonly words: Sentence;
  readonly names: (rotation: string) => boolean;
  readonly lint: (rotations: Rotations) => ReturnType<typeof lintRotationUse>;
}

function policyUser(words: Sentence, policy: EscalationPolicy): User {
  return {
    words,
    names: (rotation) => rotationsOf(policy).includes(rotation),
    lint: (rotations) => lintRotationUse(policy, rotations),
  };
}

function routeUser(id: string, route: RecipientRoute): User {
  return {
    words: sentence('userRoute', { name: id }),
    names: (rotation) => documentNames(route).some(({ receiver }) => rotationOf(receiver) === rotation),
    lint: (rotations) => lintRouteRotations(route, rotations),
  };
}

async function allUsers(db: Db, { fleetId, id }: DocumentOf): Promise<User[]> {
  const routes = [...(await publishedRoutes(db, fleetId))].map(([route, body]) => routeUser(route, body));
  const counting = [...(await publishedPolicies(db, fleetId))].map(([policy, body]) =>
    policyUser(policyWords(policy), body),
  );
  const running = (await runningPolicies(db, fleetId)).map(({ policy, version, body }) =>
    policyUser(runningWords(policy, version), body),
  );
  return [...counting, ...running, ...routes].filter(({ names }) => names(id));
}

/**
 * Returns the problems that this version of the rotation would cause in documents that use it. Errors that
 * they already have are left out.
 */
async function beside(
  db: Db,
  of: DocumentOf,
  document: JsonObject,
): Promise<{ errors: DocumentIssue[]; warnings: DocumentIssue[] }> {
  const now = await publishedRotations(db, of.fleetId);
  const then: Rotations = new Map(now).set(of.id, document as unknown as Rotation);
  const found = (await allUsers(db, of)).map(({ words, lint }) => {
    const known = new Set(lint(now).errors.map(({ message }) => message));
    const { errors, warnings } = lint(then);
    const say = (wrong: DocumentIssue): DocumentIssue => issueAt('/people', usesAt(words, wrong));
    return {
      errors: errors.filter(({ message }) => !known.has(message)).map(say),
      warnings: warnings.filter(({ message }) => message.includes(JSON.stringify(of.id))).map(say),
    };
  });
  return {
    errors: found.flatMap(({ errors }) => errors),
    warnings: found.flatMap(({ warnings }) => warnings),
  };
}

const ROTATIONS: DocumentType = {
  kind: 'rotation',
  path: '/rotations',
  tag: TAG,
  one: 'rotation',
  many: 'rotations',
  field: 'rotation',
  idOne: 'Rotation',
  idMany: 'Rotations',
  schema: anyRotation,
  read: (_db, _fleetId, body): Promise<ParsedDocument<JsonObject>> => {
    const read = parseRotation(body);
    return Promise.resolve(read.ok ? { ...read, document: read.document as unknown as JsonObject } : read);
  },
  warnings: async (db, of, document) => (await beside(db, of, document)).warnings,
  breaks: async (db, of, document) => (await beside(db, of, document)).errors,
  users: async (db, of) => (await allUsers(db, of)).map(({ words }) => words),
};

const query = z.strictObject({
  from: timeFilter('Shifts that end after it; default: now.'),
  to: timeFilter('Shifts that begin before it; default: eight weeks after `from`.'),
  draft: z.enum(['true', 'false']).optional().meta({
    description: 'Use the draft instead of the published version; default when nothing is published.',
  }),
});

const shift = z.object({
  person: z.string(),
  email: z.string().optional(),
  slack: z.string().optional(),
  from: z.iso.datetime(),
  to: z.iso.datetime().meta({ description: 'The end of the shift, exclusive.' }),
  because: z.enum(['week', 'override']),
});

const shiftsAnswer = z
  .object({
    id: z.string(),
    version: z.int().optional().meta({ description: 'Absent: the draft.' }),
    timezone: z.string(),
    shifts: z.array(shift),
  })
  .meta({ id: 'RotationShifts' });

/** Returns the routes of rotations: draft, published version, history, and shifts. */
export function rotationRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/rotations/{id}/shifts',
      id: 'getRotationShifts',
      tag: TAG,
      role: 'viewer',
      query,
      summary: 'List shifts, overrides included',
      answer: { description: 'Whole shifts, in order, without gaps.', schema: shiftsAnswer },
      async run({ fleetId, params, query: asked }) {
        const row = await found(db, ROTATIONS, { fleetId, id: params['id']! });
        const from = asked.from ?? deps.now();
        const to = asked.to ?? new Date(from.getTime() + SHOWN_DAYS * DAY_MILLIS);
        refuseSpan(from, to);
        const isDraft = row.draft !== null && (asked.draft === 'true' || row.published === null);
        const rotation = (isDraft ? row.draft : row.published) as unknown as Rotation | null;
        return given({
          id: row.id,
          version: isDraft ? undefined : row.publishedVersion,
          timezone: rotation?.timezone ?? 'UTC',
          shifts: rotation
            ? shiftsBetween(rotation, from, to).map(({ person, ...rest }) =>
                given({ person: person.name, email: person.email, slack: person.slack, ...rest }),
              )
            : [],
        });
      },
    }),
    ...documentRoutes(api, deps, ROTATIONS),
  ];
}

/**
 * Checks the time range of a request for shifts.
 * @throws Problem 400 if the range is reversed or too long
 */
function refuseSpan(from: Date, to: Date): void {
  if (to <= from) throw new Problem(400, worded('problems.spanReversed'));
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MILLIS)
    throw new Problem(400, worded('problems.daysTooMany', { days: MOST_DAYS }));
}
