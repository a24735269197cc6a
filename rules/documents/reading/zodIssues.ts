import * as z from 'zod';
import { LIMITS, quoted } from '../../vocabulary/index.ts';
import { isPlainObject } from './bounds.ts';
import { pointerTo } from './issue.ts';
import type { IssueList } from './issue.ts';
import { shownWords } from './shown.ts';
import { sentence, sentenceOf } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';

/** Returns a schema without its wrappers for optional fields and defaults. */
function unwrapped(schema: unknown): unknown {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodExactOptional
  )
    inner = inner.unwrap();
  return inner;
}

/** Returns the option of a discriminated union that fits a value. Returns other schemas as they are. */
function chosen(schema: unknown, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodDiscriminatedUnion) || !isPlainObject(value)) return inner;
  const { discriminator } = inner.def;
  return inner.options.find(
    (option) => option instanceof z.ZodObject && fits(option.shape[discriminator], value[discriminator]),
  );
}

function fits(schema: unknown, value: unknown): boolean {
  return schema instanceof z.ZodLiteral && schema.safeParse(value).success;
}

/** Returns the names of the fields that are allowed at a path in a document. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[], document: unknown): readonly string[] {
  const at = chosenAt(schema, path, document);
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

/**
 * Returns an example for a message about a text, in the form `such as Europe/Berlin`. Returns an empty text if the schema has no
 * example.
 */
function exampleOf(schema: unknown): string | Sentence {
  const example = schema instanceof z.ZodString ? schema.meta()?.['examples'] : undefined;
  const first: unknown = Array.isArray(example) ? example[0] : undefined;
  return typeof first === 'string' ? sentence('suchAs', { example: first }) : '';
}

/**
 * Matches the capital letter at the start of a description, unless the description starts with a name. The letter is lowered to
 * use the description within a sentence.
 */
const FIRST_WORD = /^(?!Slack|Tripline|Temporal)[A-Z](?=[a-z ])/;

/** Returns the purpose of a field: the first clause of its description, in lower case for use within a sentence. */
function purposeOf(schema: unknown): string | undefined {
  const description = schema instanceof z.ZodType ? schema.description : undefined;
  const clause = description?.split(/[.;](?=\s|$)/, 1)[0];
  return clause?.replace(FIRST_WORD, (letter) => letter.toLowerCase());
}

/**
 * Returns the message about a missing field. It contains the field's purpose, and its type unless the allowed values are listed.
 */
function missingMessage(issue: z.core.$ZodIssue, schema: unknown): Sentence {
  const purpose = purposeOf(schema);
  const takes = takenWords(issue, schema);
  if (takes === undefined) {
    if (purpose !== undefined) return sentence('missingPurpose', { purpose });
    return issue.code === 'invalid_union' ? sentence('missingKind') : sentence('missing');
  }
  return purpose === undefined
    ? sentence('missingTakes', { takes })
    : sentence('missingPurposeTakes', { purpose, takes });
}

function takenWords(issue: z.core.$ZodIssue, schema: unknown): string | Sentence | undefined {
  const said = sentenceOf(issue.message);
  if (typeof said !== 'string' && said.key === MUST_BE) return said.values['wanted'] as string | Sentence;
  if (issue.code !== 'invalid_type') return undefined;
  const format = schema instanceof z.ZodStringFormat ? FORMAT_WORDS.get(schema.def.format) : undefined;
  const type = TYPE_WORDS.get(issue.expected) ?? issue.expected;
  return format ?? sentence('typeExample', { type, example: exampleOf(schema) });
}

/** Returns the schema that applies at a path in a document. */
function chosenAt(schema: unknown, path: readonly PropertyKey[], document: unknown): unknown {
  let [at, value] = [chosen(schema, document), document];
  for (const step of path) {
    if (at instanceof z.ZodArray) at = at.element;
    else if (at instanceof z.ZodObject) at = (at.shape as Record<PropertyKey, unknown>)[step];
    else return undefined;
    value =
      isPlainObject(value) || Array.isArray(value)
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined;
    at = chosen(at, value);
  }
  return at;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

const TYPE_WORDS: ReadonlyMap<string, Sentence> = new Map([
  ['string', sentence('is_text')],
  ['number', sentence('is_number')],
  ['int', sentence('is_whole')],
  ['boolean', sentence('is_flag')],
  ['array', sentence('is_list')],
  ['object', sentence('is_object')],
  ['record', sentence('is_object')],
]);

const SIZE_WORDS: ReadonlyMap<string, Sentence> = new Map([
  ['string', sentence('size_characters')],
  ['array', sentence('size_entries')],
]);

function sizeMessage(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Sentence {
  const unit = SIZE_WORDS.get(issue.origin) ?? '';
  const inclusive = issue.inclusive === true;
  if (issue.code === 'too_big') {
    const most = String(issue.maximum);
    return inclusive ? sentence('size_atMost', { most, unit }) : sentence('size_lessThan', { most, unit });
  }
  if (unit !== '' && Number(issue.minimum) === 1) return sentence('notEmpty');
  const least = String(issue.minimum);
  return inclusive ? sentence('size_atLeast', { least, unit }) : sentence('size_moreThan', { least, unit });
}

function mustBe({ message }: z.core.$ZodIssue): Sentence {
  return sentence('mustBe', { wanted: sentenceOf(message) });
}

/** Returns the problem of a field name that the document's author can choose freely. */
function nameProblem({ issues: [first] }: z.core.$ZodIssueInvalidKey): string | Sentence {
  if (first?.code === 'too_big' || first?.code === 'too_small') return sizeMessage(first);
  return first ? mustBe(first) : sentence('nameNotAllowed');
}

/** The document with mistakes, and the list to which its issues are added. */
interface IssuesInto {
  readonly document: unknown;
  readonly issues: IssueList;
  /** The word for the document's fields. Absent: `field`. */
  readonly noun?: 'field' | 'parameter';
  /** True if the schema's own messages are complete sentences. Absent: they name the form that the field must have. */
  readonly hasSentences?: boolean;
}

/**
 * Adds zod's issues as located issues with messages of our own. For an unknown field, the message suggests the most similar name.
 */
export function addZodIssues(error: z.ZodError, schema: z.ZodType, into: IssuesInto): void {
  for (const issue of error.issues.slice(0, LIMITS.issues + 1)) addIssue(issue, schema, into);
}

const FORMAT_WORDS: ReadonlyMap<string, Sentence> = new Map([
  ['datetime', sentence('form_time')],
  ['date', sentence('wanted_date')],
  ['url', sentence('form_url')],
]);
const OTHER_FORM = sentence('form_other');
/** The key of the sentence that a field must have a certain form. */
const MUST_BE = 'mustBe';
/** The codes with which zod reports a missing value. */
const OF_ABSENCE: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_union'];
/** Matches messages that zod wrote itself, as opposed to messages that a schema sets. */
const OF_ZOD = /^(?:Invalid|Too big|Too small|Unrecognized)\b/;

/** Returns whether an issue is about a field that must be absent. The schema's message then contains the reason. */
function isNever(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'never';
}

function allowedBy(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' ? ((issue as { options?: unknown[] }).options ?? []).map(String) : [];
}

function addIssue(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  { document, issues, noun = 'field', hasSentences = false }: IssuesInto,
): void {
  const pointer = issue.path.reduce<string>((at, step) => pointerTo(at, String(step)), '');
  const value = valueAt(document, issue.path);
  const isMissing = value === undefined && OF_ABSENCE.includes(issue.code) && !isNever(issue);
  if (isMissing) {
    issues.error(pointer, missingMessage(issue, chosenAt(schema, issue.path, document)), allowedBy(issue));
    return;
  }
  if (hasSentences && !OF_ZOD.test(issue.message)) {
    issues.error(pointer, sentenceOf(issue.message));
    return;
  }
  switch (issue.code) {
    case 'unrecognized_keys': {
      const fields = fieldsAt(schema, issue.path, document);
      for (const key of issue.keys.slice(0, LIMITS.issues + 1))
        issues.error(
          pointerTo(pointer, key),
          noun === 'field'
            ? sentence('unknownField', { name: quoted(key), hint: issues.hint(key, fields) })
            : sentence('unknownParameter', { name: quoted(key), hint: issues.hint(key, fields) }),
          fields,
        );
      return;
    }
    case 'invalid_value':
    case 'invalid_union': {
      const allowed = allowedBy(issue);
      issues.error(
        pointer,
        sentence('notAllowed', {
          shown: shownWords(value),
          hint: issues.hint(typeof value === 'string' ? value : '', allowed),
        }),
        allowed,
      );
      return;
    }
    case 'invalid_type': {
      const wanted = TYPE_WORDS.get(issue.expected) ?? issue.expected;
      issues.error(
        pointer,
        isNever(issue)
          ? sentenceOf(issue.message)
          : sentence('mustBeNot', { wanted, shown: shownWords(value) }),
      );
      return;
    }
    case 'too_big':
    case 'too_small':
      issues.error(pointer, sizeMessage(issue));
      return;
    case 'invalid_format':
      if (OF_ZOD.test(issue.message))
        issues.error(
          pointer,
          sentence('mustBeNot', {
            wanted: FORMAT_WORDS.get(issue.format) ?? OTHER_FORM,
            shown: shownWords(value),
          }),
        );
      else issues.error(pointer, mustBe(issue));
      return;
    case 'invalid_key':
      issues.error(pointer, sentence('fieldName', { problem: nameProblem(issue) }));
      return;
    default:
      issues.error(pointer, mustBe(issue));
  }
}
