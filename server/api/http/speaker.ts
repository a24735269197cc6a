import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Caller } from '../../access/index.ts';
import { refused, storableText } from './input.ts';

/**
 * The person who acts, where it must be known: a service token has to name one. A person of a session or personal token is
 * known, so that this is absent or their own name.
 */
export const requiredBy = storableText(200).trim().min(1).optional().meta({
  description:
    'The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name.',
});

/** The person who acts, where a service token's name is enough. */
export const optionalBy = storableText(200).min(1).optional().meta({
  description:
    'The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name.',
});

/** A query or body of which nothing is known but that it may say `by`. */
type Words = Readonly<Record<string, unknown>>;

/**
 * Adds the acting person to a checked query or body. A signed-in person cannot act in another person's name.
 * @param schema what the words were checked with: it says whether they may or must name a person
 * @throws Problem 422 for a person who names another, and for a service token that names no person where one is required
 */
export function withSpeaker<T>(words: T, schema: z.ZodType | undefined, caller: Caller): T {
  const field = schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>)['by'] : undefined;
  if (field === undefined || words === null || typeof words !== 'object') return words;
  const { by, ...others } = words as Words;
  const isRequired = field === requiredBy;
  const { person } = caller;
  if (!person) {
    if (isRequired && by === undefined)
      throw refused(worded('problems.bodyRefused'), [
        { pointer: '/by', message: worded('problems.byMissing') },
      ]);
    return words;
  }
  if (by !== undefined && by !== person.name)
    throw refused(worded('problems.bodyRefused'), [
      {
        pointer: '/by',
        message: worded('problems.notSpokenFor', { name: person.name }),
        allowed: [person.name],
      },
    ]);
  // Where a person has to be named, it is this one; elsewhere `who` says it already.
  return (isRequired ? { ...others, by: person.name } : others) as T;
}
