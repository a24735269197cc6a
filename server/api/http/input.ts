import type { Request, Response } from 'express';
import * as z from 'zod';
import { LIMITS, quoted } from '../../../rules/vocabulary/index.ts';
import {
  IssueList,
  addZodIssues,
  issueAt,
  messageOf,
  parseLosses,
  sentence,
  tooDeepAt,
  whereJsonBreaks,
  withoutComments,
} from '../../../rules/documents/index.ts';
import type { ParseLoss, Sentence, Words } from '../../../rules/documents/index.ts';
import { JsonText } from '../../../store/db/index.ts';
import { Problem, createBodyRoom, readBody, senderOf } from '../../http/index.ts';
import type { ProblemIssue, ProblemParameter } from '../../http/index.ts';
import { worded } from '../../../messages/language/index.ts';
import type { Worded } from '../../../messages/language/index.ts';
import { wordsIn } from '../../../messages/lint/index.ts';
import { THREADS, hasMoreValues, isLightJson } from '../../workerThreads/index.ts';

/** Largest body of the API, in bytes, where a route says nothing else. Rules have tighter bounds of their own. */
export const LARGEST_API_BODY_BYTES = 1_048_576;
/** Bodies that arrive at the same time share this; the token that takes most of it is the one whose are dropped. */
export const API_ROOM = createBodyRoom(67_108_864);
const DEEPEST = 200;
/** Values in a body that holds several documents, beside what is set apart: some 30 ms to parse and to check. */
export const MOST_VALUES = 50_000;

/** One mistake in an input: its place, its message, and the allowed values. */
export interface InputIssue extends ProblemIssue {
  readonly message: string;
  /** The line in a CSV, from 1, and the name of the column. */
  readonly line?: number;
  readonly column?: string;
}

/** One mistake or warning of a document. */
export const issue = z.object({
  pointer: z.string().meta({ description: 'JSON pointer; empty for the document itself.' }),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
});

/** A refused document or body, every mistake with its JSON pointer. */
export function refused(detail: string | Worded, errors: readonly (InputIssue | ProblemIssue)[]): Problem {
  return new Problem(422, detail, { errors });
}

const UNSTORABLE = messageOf(sentence('unstorable'));

/** A text that the database can hold: without U+0000 and half surrogate pairs. */
export function storableText(longest: number): z.ZodString {
  return z
    .string()
    .max(longest)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), UNSTORABLE);
}

/** @throws Problem 400 that names each parameter that is wrong */
export function checkQuery(schema: z.ZodObject | undefined, query: unknown): unknown {
  const parsed = (schema ?? z.strictObject({})).safeParse(query);
  if (parsed.success) return parsed.data;
  const errors = issuesOf(parsed.error, schema ?? z.strictObject({}), {
    document: query,
    noun: 'parameter',
  });
  throw queryProblem(
    errors.map(({ pointer, message, words }) => ({ parameter: pointer.slice(1), message, words })),
  );
}

/** A 400 that names each parameter that is wrong. */
export function queryProblem(
  parameters: readonly (ProblemParameter & { readonly message: string })[],
): Problem {
  const why: Worded = (language) =>
    parameters
      .map(({ parameter, message, words }) => {
        const said = words ? wordsIn(words, message)(language) : message;
        return parameter === '' ? said : `${parameter}: ${said}`;
      })
      .join('; ');
  return new Problem(400, worded('problems.queryWrong', { why }), { parameters });
}

/** The message for a range whose end lies before its start. */
export const BEFORE_FROM = messageOf(sentence('endBeforeFrom'));

/** How a route's body is read. */
export interface BodyReading {
  readonly schema: z.ZodType;
  /** Taken when there is no body. */
  readonly absent?: unknown;
  /** Where it may be larger than bodies usually are. */
  readonly largestBytes?: number;
  /** Values it may hold; as many as one document when absent. */
  readonly mostValues?: number;
  /** The member that may be too large to be parsed here. */
  readonly lift?: Lift;
  /** Reads the bytes itself; `schema` is not asked then. */
  readonly take?: TakeBytes;
  /** JSON with comments is taken as well, by its content type. */
  readonly takesComments?: true;
}

/** A body's bytes, whether its content type says that they are CSV, and the fleet that sent them. */
export type TakeBytes = (given: {
  readonly bytes: Buffer;
  readonly isCsv: boolean;
  readonly whose: string;
}) => Promise<unknown>;

/** A member whose value may be set apart as a text; in the body it then has `keep` alone, and a mark where it had more. */
export interface Lift {
  readonly member: string;
  readonly keep: readonly string[];
}

/** A body that was read and checked. */
export interface ReadBody {
  readonly body: unknown;
  /** The value of the member that `lift` names, whole, where it was set apart. */
  readonly lifted?: JsonText;
  /** The text as it was sent, of `application/jsonc`. */
  readonly source?: string;
}

/**
 * Reads a JSON body and checks it.
 * @param whose the fleet that sent it
 * @throws Problem 400 when it is not JSON, 413 when it is too large, 415 when it says to be something else, 422 with pointers
 * when it is not what belongs there
 */
export async function readJsonBody(
  exchange: { readonly request: Request; readonly response: Response; readonly whose: string },
  reading: BodyReading,
): Promise<ReadBody> {
  refuseOtherType(exchange.request, reading);
  if (reading.take) {
    const { request, response, whose } = exchange;
    const bytes = await readBytes(request, response, reading.largestBytes);
    return { body: await reading.take({ bytes, isCsv: request.is('text/csv') === 'text/csv', whose }) };
  }
  const { json, ...more } = await readJson(exchange, reading);
  if (json === undefined && reading.absent === undefined)
    throw new Problem(400, worded('problems.bodyEmpty'));
  const parsed = reading.schema.safeParse(json === undefined ? reading.absent : json);
  if (parsed.success) return { body: parsed.data, ...more };
  throw refused(worded('problems.bodyRefused'), issuesOf(parsed.error, reading.schema, { document: json }));
}

/**
 * Refuses a body that says to be something else, before it is read: as JSON it would mean something else, or nothing. A body
 * without a content type is taken for JSON.
 * @throws Problem 415
 */
function refuseOtherType(request: Request, { take, takesComments }: BodyReading): void {
  const sent = request.headers['content-type'];
  if (sent === undefined || request.is('*/*') === null) return;
  const types = [
    'application/json',
    ...(takesComments ? ['application/jsonc'] : []),
    ...(take ? ['text/csv'] : []),
  ];
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(sent)?.[1] ?? 'utf-8';
  if (request.is(types) !== false && /^(utf-?8|us-ascii)$/i.test(charset)) return;
  const allowed = types.join(', ');
  throw new Problem(415, worded('problems.mediaType', { sent: quoted(sent.slice(0, 100)), allowed }), {
    headers: { accept: allowed },
  });
}

/** @throws Problem 400, 408, 413 or 415 */
async function readBytes(
  request: Request,
  response: Response,
  largestBytes = LARGEST_API_BODY_BYTES,
): Promise<Buffer> {
  const body = await readBody(request, response, {
    bytes: largestBytes,
    room: API_ROOM,
    whose: senderOf(response),
  });
  if (body.kind === 'aborted') throw new Problem(400, worded('problems.bodyLost'));
  if (body.kind === 'too_large')
    throw new Problem(413, worded('problems.bodyTooLarge', { bytes: largestBytes }));
  if (body.kind === 'dropped') throw new Problem(408, worded('problems.bodySlow'));
  if (body.kind === 'bad_encoding' && body.coding === undefined)
    throw new Problem(415, worded('problems.contentEncoding'), {
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
  if (body.kind === 'bad_encoding')
    throw new Problem(400, worded('problems.bodyUnreadable', { coding: body.coding ?? 'gzip' }));
  return body.bytes;
}

interface ReadJson extends Omit<ReadBody, 'body'> {
  readonly json: unknown;
}

async function readJson(
  { request, response, whose }: Parameters<typeof readJsonBody>[0],
  { largestBytes, mostValues = LIMITS.jsonValues, lift, takesComments }: BodyReading,
): Promise<ReadJson> {
  const bytes = await readBytes(request, response, largestBytes);
  if (lift && !isLightJson(bytes)) return liftedJson(bytes, { whose, lift });
  if (takesComments && request.is('application/jsonc')) return commentedJson(bytes, mostValues);
  return { json: plainJson(bytes, mostValues) };
}

/** The text is stored beside the document, so it has a bound of its own. */
function commentedJson(bytes: Buffer, mostValues: number): ReadJson {
  const source = new TextDecoder().decode(bytes);
  if (source.length > LIMITS.sourceLength)
    throw refusedBody(sentence('sourceLong', { most: LIMITS.sourceLength }));
  if (source.includes('\0')) throw refusedBody(sentence('sourceNull'));
  return { json: plainJson(Buffer.from(withoutComments(source)), mostValues), source };
}

function refusedBody(said: Sentence): Problem {
  return refused(worded('problems.bodyRefused'), [issueAt('', said)]);
}

function plainJson(bytes: Buffer, mostValues: number): unknown {
  if (hasMoreValues(bytes, mostValues)) throw refusedBody(sentence('bodyValues', { most: mostValues }));
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  if (tooDeepAt(text, DEEPEST) !== undefined) throw tooDeep();
  const json = parsed(text);
  const losses = parseLosses(text);
  if (losses.length > 0) throw lossy(losses);
  return json;
}

/** Parses in a thread a body that takes long; the thread returns its large part as a text. */
async function liftedJson(
  bytes: Buffer,
  { whose, lift: { member, keep } }: { readonly whose: string; readonly lift: Lift },
): Promise<ReadJson> {
  const largestRest = { characters: LARGEST_API_BODY_BYTES, values: MOST_VALUES };
  const input = { bytes, lift: member, keep, deepest: DEEPEST, largestRest };
  const read = await THREADS.run('readLifted', input, { bytes: bytes.length, whose });
  if (read.kind === 'too_deep') throw tooDeep();
  if (read.kind === 'not_json') throw notJson(read.where);
  if (read.kind === 'lossy') throw lossy(read.losses);
  if (read.kind === 'rest_too_large')
    throw refusedBody(sentence('restLarge', { member: quoted(member), most: LARGEST_API_BODY_BYTES }));
  if (read.kind === 'rest_too_many_values')
    throw refusedBody(sentence('restValues', { member: quoted(member), most: MOST_VALUES }));
  const json = parsed(read.rest);
  return read.lifted === undefined ? { json } : { json, lifted: new JsonText(read.lifted) };
}

function tooDeep(): Problem {
  return new Problem(400, worded('problems.bodyDeep', { most: DEEPEST }));
}

function notJson(where: Words): Problem {
  return new Problem(400, worded('problems.bodyNotJson', { where: wordsIn(where) }));
}

/**
 * Creates the problem of a body with a field that occurs twice or a number that loses digits, because a parser cannot know
 * which value was meant.
 */
function lossy(losses: readonly ParseLoss[]): Problem {
  const hasField = losses.some(({ kind }) => kind === 'field');
  return refused(
    worded(hasField ? 'problems.bodyFieldTwice' : 'problems.bodyNumberLost'),
    losses.map(({ pointer, message, words }) => ({ pointer, message, words })),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(whereJsonBreaks(text));
  }
}

/** Returns the issues of an input, in words that say what belongs there. */
function issuesOf(
  error: z.ZodError,
  schema: z.ZodType,
  of: { readonly document: unknown; readonly noun?: 'parameter' },
): readonly InputIssue[] {
  const issues = new IssueList();
  addZodIssues(error, schema, { ...of, issues, hasSentences: true });
  return issues.errors.slice(0, LIMITS.issues);
}
