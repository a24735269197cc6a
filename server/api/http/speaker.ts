import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Caller } from '../../access/index.ts';
import { refused, storableText } from './input.ts';

/**
 * Field for the acting person, where the person must be known. A service token has to name a person. With a
 * session or personal token the person is known, so the field is absent or names that person.
 */
export const requiredBy = storableText(200).trim().min(1).optional().meta({
  description:
    'The person who acts. A service token has to name one; for a session or personal token it is absent, or its person’s name.',
});

/** Field for the acting person, where a service token's name is enough. */
export const optionalBy = storableText(200).min(1).optional().meta({
  description:
    'The person who acts, beside the service token’s name; for a session or personal token absent, or its person’s name.',
});

/** A query or body that may have the field `by`. Other fields are unknown. */
type Words = Readonly<Record<string, unknown>>;

/**
 * Adds the acting person to a checked query or body. A signed-in person cannot act in another person's name.
 * @param schema the schema that checked the query or body. It shows whether a person may or must be named
 * @throws Problem 422 for a person who names another. Also for a service token that names no person where one
 * is required
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
  // Where a person is required, the signed-in person is added. Elsewhere `who` already names the person.
  return (isRequired ? { ...others, by: person.name } : others) as T;
}
