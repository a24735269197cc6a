import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import { neededBy, parseSharedCondition } from '../../../rules/lint/index.ts';
import type { Conditions, PublishedCondition, SharedCondition } from '../../../rules/lint/index.ts';
import type { CountingDocument } from '../../../store/documents/index.ts';
import { givingWay } from '../../http/index.ts';
import { anyCondition, refused } from '../http/index.ts';
import type { InputIssue } from '../http/index.ts';

/** Conditions that one question may bring along. */
const MOST = 200;

/** The field of a question that brings shared conditions along. */
export const givenConditions = z.array(anyCondition).max(MOST).optional().meta({
  description:
    'Shared conditions to try the rule with, whole documents: each in place of the one of its id that counts, or beside those. Nothing of them is kept but with the question.',
});

/** The shared conditions of a question. */
export interface ConditionsAsked {
  /** What the rule may name, given ones before those that count. */
  readonly byId: ReadonlyMap<string, PublishedCondition>;
  /** What of the given says something else than what counts; version 0. */
  readonly given: readonly PublishedCondition[];
}

/** Documents of shared conditions as they count. */
export function countingConditions(documents: readonly CountingDocument[]): PublishedCondition[] {
  return documents
    .filter(({ kind }) => kind === 'condition')
    .map(({ id, version, body }) => ({ id, version, condition: body as unknown as SharedCondition }));
}

/**
 * Reads the conditions that a question brings along, each among the others and those that count; other requests are served
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
  const errors = await oneByOne(bodies, (body, index): InputIssue[] => {
    const at = `/conditions/${index}`;
    // Among the others only once it is one itself: they look into each other.
    const read = alone[index]!.ok ? parseSharedCondition(body, { conditions }) : alone[index]!;
    if (!read.ok) return read.errors.map((error) => ({ ...error, pointer: `${at}${error.pointer}` }));
    const { id } = read.document;
    const first = alone.findIndex((each) => each.ok && each.document.id === id);
    return first === index ? [] : [{ pointer: `${at}/id`, message: `is that of /conditions/${first} too` }];
  });
  const all = errors.flat();
  if (all.length > 0) throw refused('A shared condition is refused.', all.slice(0, LIMITS.issues));
  return { byId, given };
}

/** Each takes up to some 50 ms: together they would hold up everybody else. */
async function oneByOne<T>(
  bodies: readonly unknown[],
  read: (body: unknown, index: number) => T,
): Promise<T[]> {
  const found: T[] = [];
  for await (const [index, body] of givingWay(bodies.entries())) found.push(read(body, index));
  return found;
}

/** The conditions behind each name, as a rule is read with. */
export function conditionsOf({ byId }: Pick<ConditionsAsked, 'byId'>): ReadonlyMap<string, Conditions> {
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
