import { isGrpcServiceError } from '@temporalio/client';
import { TemporalFailure } from '@temporalio/common';
import { isDatabaseUnavailable } from '../../store/db/index.ts';

/** SQLSTATEs of transactions that conflicted with another one, so that a retry succeeds. */
const MET_ANOTHER = new Set(['40001', '40P01']);
/** SQLSTATEs of class 22, whose messages repeat the refused value. */
const REPEATS_A_VALUE = /^22/;

/** Parts of an unexpected error that are logged: its origin, but never a value that caused it. */
export interface SafeError {
  readonly name: string;
  /** An SQLSTATE or an error code of Node. */
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly message?: string;
  readonly at?: string;
}

/**
 * Returns whether an activity cannot handle an error: it is neither a Temporal failure, nor an outage of the database or
 * Temporal, nor a conflict of transactions.
 */
export function isUnforeseen(error: unknown): boolean {
  if (error instanceof TemporalFailure || isTemporalUnavailable(error) || isDatabaseUnavailable(error))
    return false;
  return !MET_ANOTHER.has(fieldOf(error, 'code') ?? '');
}

/** SQLSTATE classes of faults in the data to store: an invalid value, a violated constraint, a row that is too large. */
const OF_STORED_DATA = /^(22|23|54)/;
/** Names of errors that are caused by programming mistakes. */
const MISTAKES = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError']);

/**
 * Returns whether an unexpected error may be caused by this work's own data, so that it always fails while other work succeeds. A
 * refused login, a missing table or an invalid certificate affects all work equally, and is not one.
 */
export function isOfThisWork(error: unknown): boolean {
  const code = fieldOf(error, 'code');
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return OF_STORED_DATA.test(code);
  return error instanceof Error && code === undefined && MISTAKES.has(error.name) && isUnforeseen(error);
}

/** Returns the error's short name, such as `TypeError` or `SQLSTATE 22003`. */
export function shortNameOf(error: unknown): string {
  const code = fieldOf(error, 'code');
  if (code !== undefined) return /^[0-9A-Z]{5}$/.test(code) ? `SQLSTATE ${code}` : code;
  return error instanceof Error ? error.name : 'no error';
}

/** Returns the parts of an error that may be logged. Omits messages that quote a value. */
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
