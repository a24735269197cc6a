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

/** Largest body of the API in bytes, unless the route has its own limit. Rules have tighter limits. */
export const LARGEST_API_BODY_BYTES = 1_048_576;
/**
 * Memory that bodies arriving at the same time share. When it is full, a body of the token that uses most of
 * it is dropped.
 */
export const API_ROOM = createBodyRoom(67_108_864);
const DEEPEST = 200;
/**
 * Maximum number of JSON values in a body with several documents, without a member that is set apart. Parsing
 * and checking them takes about 30 ms.
 */
export const MOST_VALUES = 50_000;

/** One mistake in an input: where it is, a message, and the allowed values. */
export interface InputIssue extends ProblemIssue {
  readonly message: string;
  /** Line in a CSV file, from 1, and the name of the column. */
  readonly line?: number;
  readonly column?: string;
}

/** Schema of one mistake or warning in a document. */
export const issue = z.object({
  pointer: z.string().meta({ description: 'JSON pointer; empty for the document itself.' }),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
});

/** Creates the problem of a refused document or body. Each mistake has a JSON pointer. */
export function refused(detail: string | Worded, errors: readonly (InputIssue | ProblemIssue)[]): Problem {
  return new Problem(422, detail, { errors });
}

const UNSTORABLE = messageOf(sentence('unstorable'));

/** Returns the schema of a text that PostgreSQL can store: without U+0000 and without unpaired surrogates. */
export function storableText(longest: number): z.ZodString {
  return z
    .string()
    .max(longest)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), UNSTORABLE);
}

/**
 * Parses query parameters.
 * @throws Problem 400 that names each wrong parameter
 */
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

/** Creates a 400 problem that names each wrong parameter. */
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

/** The message for a range that ends before it starts. */
export const BEFORE_FROM = messageOf(sentence('endBeforeFrom'));

/** Options for reading the body of a route. */
export interface BodyReading {
  readonly schema: z.ZodType;
  /** Value that is used when the request has no body. */
  readonly absent?: unknown;
  /** Largest body in bytes; `LARGEST_API_BODY_BYTES` when absent. */
  readonly largestBytes?: number;
  /** Maximum number of JSON values in the body. When absent, the limit of one document applies. */
  readonly mostValues?: number;
  /** The member that may be too large to parse on the event loop. */
  readonly lift?: Lift;
  /** Parses the body's bytes itself. `schema` is not used then. */
  readonly take?: TakeBytes;
  /** Set if the route also accepts JSON with comments, by its content type. */
  readonly takesComments?: true;
}

/** Parses a body from its bytes. `isCsv`: the content type says CSV. `whose`: the fleet that sent the body. */
export type TakeBytes = (given: {
  readonly bytes: Buffer;
  readonly isCsv: boolean;
  readonly whose: string;
}) => Promise<unknown>;

/**
 * A member whose value may be set apart as a text. In the parsed body, the value then has only the fields of
 * `keep`, and a mark if it had more.
 */
export interface Lift {
  readonly member: string;
  readonly keep: readonly string[];
}

/** A body that was read and checked. */
export interface ReadBody {
  readonly body: unknown;
  /** The whole value of the member that `lift` names, if it was set apart. */
  readonly lifted?: JsonText;
  /** The text as it was sent, for `application/jsonc`. */
  readonly source?: string;
}

/**
 * Reads a JSON body and checks it.
 * @param whose the fleet that sent the body
 * @throws Problem 400 if the body is not JSON, 413 if it is too large, 415 for another content type. Problem
 * 422 with pointers if the schema refuses it
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
 * Refuses a body with another content type before reading it, because its bytes could mean something else as
 * JSON. A body without a content type is read as JSON.
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

/**
 * Reads the bytes of a body.
 * @throws Problem 400 if the connection was lost, 408 if the body was too slow, 413 if it is too large, 415
 * for an unknown encoding
 */
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

/** Parses JSON with comments. Its text has a limit of its own, because it is stored with the document. */
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

/** Parses a large body in a thread. The thread returns the large member as a text. */
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
 * Creates the problem of a body in which a field occurs twice or a number would lose digits. A parser cannot
 * know which value was meant.
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

/** Returns the issues of an input, worded with what is expected. */
function issuesOf(
  error: z.ZodError,
  schema: z.ZodType,
  of: { readonly document: unknown; readonly noun?: 'parameter' },
): readonly InputIssue[] {
  const issues = new IssueList();
  addZodIssues(error, schema, { ...of, issues, hasSentences: true });
  return issues.errors.slice(0, LIMITS.issues);
}
