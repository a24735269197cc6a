import { isGrpcServiceError } from '@temporalio/client';
import { TemporalFailure } from '@temporalio/common';
import { isDatabaseUnavailable } from '../../store/db/index.ts';

/** SQLSTATEs of transactions that met each other: the next attempt has nobody in its way. */
const MET_ANOTHER = new Set(['40001', '40P01']);
/** SQLSTATEs of class 22 repeat the value they refuse. */
const REPEATS_A_VALUE = /^22/;

/** What the log says about an unexpected error: where it came from, and never a value that it met. */
export interface SafeError {
  readonly name: string;
  /** An SQLSTATE, or a code of Node. */
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly message?: string;
  readonly at?: string;
}

/**
 * Whether an error is none of those that an activity knows how to wait for or to answer: no failure in Temporal's words, no
 * database or Temporal that is unavailable, no transaction that met another.
 */
export function isUnforeseen(error: unknown): boolean {
  if (error instanceof TemporalFailure || isTemporalUnavailable(error) || isDatabaseUnavailable(error))
    return false;
  return !MET_ANOTHER.has(fieldOf(error, 'code') ?? '');
}

/** SQLSTATE classes that speak of what was to be stored: a value, a rule of the schema, a row that is too large. */
const OF_STORED_DATA = /^(22|23|54)/;
/** What our own mistakes are called. */
const MISTAKES = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError']);

/**
 * Whether an unforeseen error may hang on what is worked on, so that the same work fails for ever while other work goes well.
 * A login that is refused, a missing table, a broken certificate meet all work alike, and are fixed for all of it.
 */
export function isOfThisWork(error: unknown): boolean {
  const code = fieldOf(error, 'code');
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return OF_STORED_DATA.test(code);
  return error instanceof Error && code === undefined && MISTAKES.has(error.name) && isUnforeseen(error);
}

/** The error's short name, such as `TypeError` or `SQLSTATE 22003`. */
export function shortNameOf(error: unknown): string {
  const code = fieldOf(error, 'code');
  if (code !== undefined) return /^[0-9A-Z]{5}$/.test(code) ? `SQLSTATE ${code}` : code;
  return error instanceof Error ? error.name : 'no error';
}

/** What may stand in a log of it. Words of errors that quote what they could not read are left out. */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { name: 'not an error' };
  const said: Record<string, string> = { name: error.name };
  for (const field of ['code', 'table', 'column', 'constraint'] as const) {
    const value = fieldOf(error, field);
    if (value !== undefined) said[field] = value;
  }
  const quotes = error instanceof SyntaxError || REPEATS_A_VALUE.test(said['code'] ?? '');
  if (!quotes) said['message'] = error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  if (frames && frames.length > 0) said['at'] = frames.map((line) => line.trim()).join('\n');
  return said as unknown as SafeError;
}

function isTemporalUnavailable(error: unknown): boolean {
  if (isGrpcServiceError(error)) return true;
  return error instanceof Error && error.cause !== undefined && isTemporalUnavailable(error.cause);
}

function fieldOf(error: unknown, field: string): string | undefined {
  const value: unknown =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}
