import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Worded } from '../../../messages/language/index.ts';
import type { PublishedRule } from '../../../rules/evaluation/index.ts';
import { neededBy, parseRule, parseSharedCondition } from '../../../rules/lint/index.ts';
import type { Conditions, PublishedCondition, SharedCondition } from '../../../rules/lint/index.ts';
import { issueAt, messageOf, movedTo, sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue } from '../../../rules/documents/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { documentIds, getDocument, getVersion } from '../../../store/documents/index.ts';
import type { PublishedDocument } from '../../../store/documents/index.ts';
import { givingWay } from '../../http/index.ts';
import type { Problem } from '../../http/index.ts';
import { anyCondition, anyRule, refused, storableText, unknownNames } from '../http/index.ts';

/** Maximum number of shared conditions that one request may give. */
const MOST = 200;

/** Field for shared conditions that a request gives. */
const givenConditions = z.array(anyCondition).max(MOST).optional().meta({
  description:
    'Shared conditions to use with the rule, as whole documents: each replaces the published one with its id. They are stored with this request only.',
});

/** The shared conditions of a request. */
export interface ConditionsAsked {
  /** Conditions that the rule may name. A condition that the request gives replaces the published one. */
  readonly byId: ReadonlyMap<string, PublishedCondition>;
  /** Conditions that the request gives and that differ from their published version; their version is 0. */
  readonly given: readonly PublishedCondition[];
}

/** Returns the published shared conditions among the documents. */
export function countingConditions(documents: readonly PublishedDocument[]): PublishedCondition[] {
  return documents
    .filter(({ kind }) => kind === 'condition')
    .map(({ id, version, body }) => ({ id, version, condition: body as unknown as SharedCondition }));
}

/**
 * Parses the conditions that a request gives. Each may name the others and the published ones. Other requests
 * run in between.
 * @throws Problem 422 with every mistake, at pointers such as `/conditions/0/…`
 */
export async function readGiven(
  bodies: readonly unknown[] = [],
  counting: readonly PublishedCondition[],
): Promise<ConditionsAsked> {
  const alone = await oneByOne(bodies, (body) => parseSharedCondition(body));
  const byId = new Map(counting.map((each) => [each.id, each]));
  const given: PublishedCondition[] = [];
  for (const read of alone) {
    if (!read.ok || byId.get(read.document.id)?.version === 0) continue;
    const { document } = read;
    if (isDeepStrictEqual(byId.get(document.id)?.condition.conditions, document.conditions)) continue;
    given.push({ id: document.id, version: 0, condition: document });
    byId.set(document.id, given.at(-1)!);
  }
  const conditions = conditionsOf({ byId });
  const errors = await oneByOne(bodies, (body, index): DocumentIssue[] => {
    const at = `/conditions/${index}`;
    // Conditions name each other, so each valid one is checked again together with the others.
    const read = alone[index]!.ok ? parseSharedCondition(body, { conditions }) : alone[index]!;
    if (!read.ok) return read.errors.map((error) => movedTo(`${at}${error.pointer}`, error));
    const { id } = read.document;
    const first = alone.findIndex((each) => each.ok && each.document.id === id);
    return first === index
      ? []
      : [issueAt(`${at}/id`, sentence('idTwice', { place: `/conditions/${first}` }))];
  });
  const all = errors.flat();
  if (all.length > 0) throw refused(worded('problems.conditionRefused'), all.slice(0, LIMITS.issues));
  return { byId, given };
}

/** Parses bodies one by one and lets other requests run in between, because each takes up to 50 ms. */
async function oneByOne<T>(
  bodies: readonly unknown[],
  read: (body: unknown, index: number) => T,
): Promise<T[]> {
  const found: T[] = [];
  for await (const [index, body] of givingWay(bodies.entries())) found.push(read(body, index));
  return found;
}

/** Returns the conditions by id, as the parser of rules needs them. */
function conditionsOf({ byId }: Pick<ConditionsAsked, 'byId'>): ReadonlyMap<string, Conditions> {
  return new Map([...byId].map(([id, { condition }]) => [id, condition.conditions]));
}

/** Returns the shared conditions that a rule needs, each once. */
export function neededConditions(
  rule: { readonly conditions: unknown },
  { byId }: Pick<ConditionsAsked, 'byId'>,
): PublishedCondition[] {
  const ids = neededBy(rule.conditions, (id) => byId.get(id)?.condition.conditions);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Fields with which a request names its rule: a whole document or a stored rule, and shared conditions to try it with. */
export const askedRuleFields = {
  rule: anyRule.optional(),
  rule_id: storableText(63).optional().meta({ description: 'A stored rule, instead of `rule`.' }),
  version: z
    .union([z.int().min(1).max(2_147_483_647), z.literal('draft')])
    .optional()
    .meta({
      description:
        'Of a stored rule: a published version, or `draft`. Default: the draft if there is one, otherwise the published version.',
    }),
  conditions: givenConditions,
};

/** The rule of a request: a whole document, or the id of a stored rule. */
export interface AskedRule {
  readonly rule?: unknown;
  readonly rule_id?: string | undefined;
  readonly version?: number | 'draft' | undefined;
}

const RULE_OR_ID = messageOf(sentence('ruleOrId'));
const WITH_ID_ONLY = messageOf(sentence('withIdOnly'));

/** Checks that a request names exactly one rule; for zod's `superRefine`. */
export function checkAskedRule({ rule, rule_id: id, version }: AskedRule, context: z.RefinementCtx): void {
  if ((rule === undefined) === (id === undefined))
    context.addIssue({ code: 'custom', message: RULE_OR_ID, path: ['rule'] });
  if (rule !== undefined && version !== undefined)
    context.addIssue({ code: 'custom', message: WITH_ID_ONLY, path: ['version'] });
}

/**
 * Returns the rule of a request with its defaults filled in. Version 0 is a draft, or a rule given as a whole
 * document.
 * @throws Problem 422 for an unknown rule or version, and for a rule that is refused
 */
export async function askedRule(
  db: Db,
  args: { readonly fleetId: string; readonly asked: AskedRule; readonly shared: ConditionsAsked },
): Promise<PublishedRule> {
  const { fleetId, asked, shared } = args;
  const accepted = (body: unknown, version: number): PublishedRule => acceptedRule(body, version, shared);
  const { rule_id: id, version } = asked;
  if (id === undefined) return accepted(asked.rule, 0);
  const found = await getDocument(db, { fleetId, kind: 'rule', id });
  if (!found) throw await noSuchRule(db, fleetId, id);
  if (typeof version === 'number') {
    const old = await getVersion(db, { fleetId, kind: 'rule', id, version });
    if (!old) throw notThere('/version', worded('problems.ruleNoVersion', { id, version }));
    return accepted(old.body, version);
  }
  if (found.draft) return accepted(found.draft, 0);
  if (version === 'draft') throw notThere('/version', worded('problems.ruleNoDraft', { id }));
  if (found.published) return accepted(found.published, found.publishedVersion ?? 0);
  throw notThere('/rule_id', worded('problems.ruleEmpty', { id }));
}

async function noSuchRule(db: Db, fleetId: string, id: string): Promise<Problem> {
  const known = await documentIds(db, { fleetId, kind: 'rule' });
  const [unknown] = unknownNames({ names: [id], pointer: '', noun: 'rule', known });
  return refused(worded('problems.ruleUnknown'), unknown ? [movedTo('/rule_id', unknown)] : []);
}

function notThere(pointer: string, message: Worded): Problem {
  return refused(worded('problems.ruleUnknown'), [{ pointer, message }]);
}

function acceptedRule(body: unknown, version: number, shared: ConditionsAsked): PublishedRule {
  const read = parseRule(body, { conditions: conditionsOf(shared) });
  if (read.ok) return { id: read.document.id, version, rule: read.document };
  throw refused(
    worded('problems.ruleRefused'),
    read.errors.map((error) => movedTo(`/rule${error.pointer}`, error)),
  );
}
