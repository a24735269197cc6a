import * as z from 'zod';
import { documentHead, line } from './fields/index.ts';
import { conditionsSchema } from './conditionSchema.ts';
import type { Conditions } from './conditionSchema.ts';
import { LIMITS } from '../vocabulary/index.ts';

/**
 * The schema of a shared condition. A rule refers to it as `{ "condition": "its-id" }`, with the same effect as its conditions
 * written out.
 */
export const sharedConditionSchema = z
  .strictObject({
    ...documentHead('Id of the condition, as rules name it.', 'at-night'),
    name: line(LIMITS.nameLength)
      .describe('Name of the condition.')
      .meta({ examples: ['At night'] }),
    description: z.exactOptional(
      z.string().max(LIMITS.templateLength).describe('What the condition is for.'),
    ),
    conditions: conditionsSchema,
  })
  .describe('Conditions that several rules share by name.');

/** A shared condition. */
export type SharedCondition = z.output<typeof sharedConditionSchema>;

/** The published version of a shared condition. */
export interface PublishedCondition {
  readonly id: string;
  readonly version: number;
  readonly condition: SharedCondition;
}

/** The shared conditions that rules may name, by id. */
export type SharedConditions = ReadonlyMap<string, Conditions>;

/**
 * Returns the ids of all shared conditions that are needed to evaluate conditions: those they name, those that these name, and so
 * on. Each id occurs once. Ids without a document are included.
 */
export function neededBy(conditions: unknown, conditionsOf: (id: string) => unknown): readonly string[] {
  const needed = new Set(namedIn(conditions));
  for (const id of needed) for (const named of namedIn(conditionsOf(id))) needed.add(named);
  return [...needed];
}

/** Returns the ids of the shared conditions that are named directly in conditions, each once. */
export function namedIn(conditions: unknown): readonly string[] {
  const found = new Set<string>();
  const stack: unknown[] = [conditions];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { all, any, not, condition } = node as Record<string, unknown>;
    if (typeof condition === 'string') found.add(condition);
    for (const list of [all, any]) if (Array.isArray(list)) stack.push(...(list as unknown[]));
    stack.push(not);
  }
  return [...found];
}
