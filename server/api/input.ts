import type { Request, Response } from 'express';
import * as z from 'zod';
import { repeatedFields } from '../../rules/repeatedFields.ts';
import { readBody } from '../body.ts';
import { createBodyRoom } from '../bodyRoom.ts';
import { whereJsonBreaks } from '../jsonBreak.ts';
import { depthOfJson } from '../jsonText.ts';
import { Problem } from '../problem.ts';
import { senderOf } from '../requestLimit.ts';

/** Largest body of the API, in bytes, where a route says nothing else. Rules have tighter bounds of their own. */
export const LARGEST_API_BODY_BYTES = 1_048_576;
/** Bodies that arrive at the same time share this; the token that takes most of it is the one whose are dropped. */
export const API_ROOM = createBodyRoom(67_108_864);
const DEEPEST = 200;

/** One mistake in what was sent: where, what, and what is allowed. */
export interface InputIssue {
  readonly pointer: string;
  readonly message: string;
  readonly allowed?: readonly string[];
}

/** A refused document or body, every mistake with its JSON pointer. */
export function refused(detail: string, errors: readonly InputIssue[]): Problem {
  return new Problem(422, detail, { more: { errors } });
}

/** A text that the database can hold: without U+0000 and half surrogate pairs. */
export function storableText(longest: number): z.ZodString {
  return z
    .string()
    .max(longest)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), 'holds a character that cannot be kept');
}

/** @throws Problem 400 that names each parameter that is wrong */
export function checkQuery(schema: z.ZodObject | undefined, query: unknown): unknown {
  const parsed = (schema ?? z.strictObject({})).safeParse(query);
  if (parsed.success) return parsed.data;
  const errors = issuesOf(parsed.error).map(({ pointer, message }) => ({
    parameter: pointer.slice(1),
    message,
  }));
  const words = errors.map(({ parameter, message }) => (parameter ? `${parameter}: ${message}` : message));
  throw new Problem(400, `The query is wrong: ${words.join('; ')}.`, { more: { parameters: errors } });
}

/**
 * Reads a JSON body and checks it.
 * @throws Problem 400 when it is no JSON, 413 when it is too large, 422 with pointers when it is not what belongs there
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  body: { readonly schema: z.ZodType; readonly absent?: unknown; readonly largestBytes?: number },
): Promise<unknown> {
  const json = await readJson(request, response, body.largestBytes ?? LARGEST_API_BODY_BYTES);
  if (json === undefined && body.absent === undefined) throw new Problem(400, 'The body is empty.');
  const parsed = body.schema.safeParse(json === undefined ? body.absent : json);
  if (parsed.success) return parsed.data;
  throw refused('The body is refused.', issuesOf(parsed.error));
}

async function readJson(request: Request, response: Response, largestBytes: number): Promise<unknown> {
  const whose = senderOf(response);
  const body = await readBody(request, response, { bytes: largestBytes, room: API_ROOM, whose });
  if (body.kind === 'aborted') throw new Problem(400, 'The body did not arrive.');
  if (body.kind === 'too_large') throw new Problem(413, `The body is larger than ${largestBytes} bytes.`);
  if (body.kind === 'dropped') throw new Problem(408, 'The body came too slowly: send it again.');
  if (body.kind === 'packed_wrongly') throw new Problem(400, `The body cannot be read: ${body.reason}.`);
  const text = new TextDecoder().decode(body.bytes);
  if (text.trim() === '') return undefined;
  if (depthOfJson(text) > DEEPEST)
    throw new Problem(400, `The body is nested deeper than ${DEEPEST} levels.`);
  const json = parsed(text);
  const twice = repeatedFields(text);
  // Which of the two was meant is not for a parser to say.
  if (twice.length > 0)
    throw refused(
      'The body is refused: a field stands twice.',
      twice.map(({ pointer, message }) => ({ pointer, message })),
    );
  return json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, `The body is no JSON: ${whereJsonBreaks(text)}.`);
  }
}

function issuesOf(error: z.ZodError): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const pointer = issue.path.map((step) => `/${escapeStep(String(step))}`).join('');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ pointer: `${pointer}/${escapeStep(key)}`, message: 'is not known' }));
    if (issue.code === 'invalid_value')
      return [{ pointer, message: 'is none of the allowed values', allowed: issue.values.map(String) }];
    return [{ pointer, message: issue.message }];
  });
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
