import { setImmediate } from 'node:timers/promises';
import type { Sentence } from '../../../rules/documents/index.ts';
import { issueAt, namedIn, neededBy } from '../../../rules/documents/index.ts';
import { IN_THIS_FLEET, parseRule, parseSharedCondition, unknownRules } from '../../../rules/lint/index.ts';
import type {
  Conditions,
  DocumentIssue,
  ParsedDocument,
  SharedCondition,
  SharedConditions,
} from '../../../rules/lint/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { documentIds, publishedConditions, publishedOfKinds } from '../../../store/documents/index.ts';
import { givingWay } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anyCondition } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { documentRoutes, fleetWarnings, conditionWords, refusedWith, ruleWords } from '../documents/index.ts';
import type { DocumentOf, DocumentType } from '../documents/index.ts';

/** A published rule or condition that may name a condition. */
interface User {
  readonly words: Sentence;
  readonly body: JsonObject;
  readonly read: (body: unknown, around: { conditions: SharedConditions }) => ParsedDocument<unknown>;
}

async function allUsers(db: Db, { fleetId, id }: DocumentOf): Promise<User[]> {
  const documents = await publishedOfKinds(db, { fleetId, kinds: ['rule', 'condition'] });
  const users: User[] = [];
  for await (const { kind, id: other, body } of givingWay(documents)) {
    if ((kind === 'condition' && other === id) || namedIn(body['conditions']).length === 0) continue;
    users.push({
      words: kind === 'rule' ? ruleWords(other) : conditionWords(other),
      body,
      read: kind === 'rule' ? parseRule : parseSharedCondition,
    });
  }
  return users;
}

/**
 * Returns the mistakes that these conditions would cause in rules and conditions that use them. Mistakes that
 * they already have are left out.
 */
async function broken(db: Db, of: DocumentOf, document: JsonObject): Promise<DocumentIssue[]> {
  const now = await publishedConditions(db, of.fleetId);
  const then = new Map(now).set(of.id, document['conditions'] as unknown as Conditions);
  const found: DocumentIssue[] = [];
  for await (const { words, body, read } of givingWay(await allUsers(db, of))) {
    if (!neededBy(body['conditions'], (id) => then.get(id)).includes(of.id)) continue;
    const after = read(body, { conditions: then });
    if (after.ok) continue;
    // Each of the two checks takes up to 50 ms, so other requests run in between.
    await setImmediate();
    if (!read(body, { conditions: now }).ok) continue;
    const [first] = after.errors;
    if (first) found.push(issueAt('/conditions', refusedWith(words, first)));
    if (found.length === LIMITS.issues) break;
  }
  return found;
}

const CONDITIONS: DocumentType = {
  kind: 'condition',
  path: '/conditions',
  tag: 'Conditions',
  field: 'condition',
  one: 'condition',
  many: 'conditions',
  idOne: 'Condition',
  idMany: 'Conditions',
  completes: 'groups and driver attributes',
  schema: anyCondition,
  async read(db, fleetId, body): Promise<ParsedDocument<JsonObject>> {
    const read = parseSharedCondition(body, { conditions: await publishedConditions(db, fleetId) });
    return read.ok ? { ...read, document: read.document as unknown as JsonObject } : read;
  },
  async warnings(db, { fleetId }, document) {
    const ids = await documentIds(db, { fleetId, kind: 'rule' });
    const condition = document as unknown as SharedCondition;
    return [
      ...unknownRules(condition, { ids, where: IN_THIS_FLEET }),
      ...(await fleetWarnings(db, fleetId, condition)),
    ];
  },
  breaks: broken,
  users: async (db, of) =>
    (await allUsers(db, of))
      .filter(({ body }) => namedIn(body['conditions']).includes(of.id))
      .map(({ words }) => words),
};

/** Returns the routes of shared conditions: draft, published version, history. */
export function conditionRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return documentRoutes(api, deps, CONDITIONS);
}
