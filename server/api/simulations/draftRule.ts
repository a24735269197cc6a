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

/** Conditions that one question may bring along. */
const MOST = 200;

/** The field of a question that brings shared conditions along. */
const givenConditions = z.array(anyCondition).max(MOST).optional().meta({
  description:
    'Shared conditions to use with the rule, as whole documents: each replaces the published one with its id. They are stored with this request only.',
});

/** The shared conditions of a question. */
export interface ConditionsAsked {
  /** Conditions that the rule may name, given ones before published ones. */
  readonly byId: ReadonlyMap<string, PublishedCondition>;
  /** Given conditions that differ from their published version; version 0. */
  readonly given: readonly PublishedCondition[];
}

/** Documents of shared conditions as they count. */
export function countingConditions(documents: readonly PublishedDocument[]): PublishedCondition[] {
  return documents
    .filter(({ kind }) => kind === 'condition')
    .map(({ id, version, body }) => ({ id, version, condition: body as unknown as SharedCondition }));
}

/**
 * Reads the conditions that a question brings along, each among the others and the published ones; other requests are served
 * between two of them.
 * @throws Problem 422 with every mistake, `/conditions/0/…`
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
    // Added to the others only once it is valid itself: they name each other.
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

/** Each takes up to some 50 ms: together they would hold up everyone else. */
async function oneByOne<T>(
  bodies: readonly unknown[],
  read: (body: unknown, index: number) => T,
): Promise<T[]> {
  const found: T[] = [];
  for await (const [index, body] of givingWay(bodies.entries())) found.push(read(body, index));
  return found;
}

/** The conditions behind each name, as a rule is read with. */
function conditionsOf({ byId }: Pick<ConditionsAsked, 'byId'>): ReadonlyMap<string, Conditions> {
  return new Map([...byId].map(([id, { condition }]) => [id, condition.conditions]));
}

/** The shared conditions that a rule needs, each once. */
export function neededConditions(
  rule: { readonly conditions: unknown },
  { byId }: Pick<ConditionsAsked, 'byId'>,
): PublishedCondition[] {
  const ids = neededBy(rule.conditions, (id) => byId.get(id)?.condition.conditions);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** How a question names the rule it is about: given whole, or stored, with the shared conditions to try it with. */
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

/** A rule given whole, or a stored one. */
export interface AskedRule {
  readonly rule?: unknown;
  readonly rule_id?: string | undefined;
  readonly version?: number | 'draft' | undefined;
}

const RULE_OR_ID = messageOf(sentence('ruleOrId'));
const WITH_ID_ONLY = messageOf(sentence('withIdOnly'));

/** Checks that a question names one rule; for `superRefine`. */
export function checkAskedRule({ rule, rule_id: id, version }: AskedRule, context: z.RefinementCtx): void {
  if ((rule === undefined) === (id === undefined))
    context.addIssue({ code: 'custom', message: RULE_OR_ID, path: ['rule'] });
  if (rule !== undefined && version !== undefined)
    context.addIssue({ code: 'custom', message: WITH_ID_ONLY, path: ['version'] });
}

/**
 * The rule that a question is about, its defaults filled in; version 0 is a draft, or one given whole.
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
