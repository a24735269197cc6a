import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { worded } from '../../messages/language/index.ts';
import { tooManyRequests } from './problem.ts';

/** Limits for requests that cost more than usual. */
export interface RequestLimit {
  /**
   * Maximum number of requests of one token per minute. All tokens of a fleet together may make three times as many. Absent:
   * unlimited.
   */
  readonly aMinute?: number;
  /**
   * Maximum number of megabytes that one token may send per minute. All tokens of a fleet together may send three times as many.
   * Absent: unlimited.
   */
  readonly megabytesAMinute?: number;
  /** Maximum number of requests of one token in progress. Absent: unlimited. */
  readonly atOnce?: number;
}

/** Returns the sender of an authenticated request (fleet and token), from the response's `locals`. */
export function senderOf({ locals }: Response): string {
  return `${String(locals['fleet'])}/${String(locals['who'])}`;
}

const WINDOW_MS = 60_000;
/** A fleet's limit per minute as a multiple of one token's limit. */
export const TOKENS_A_FLEET = 3;
/** Milliseconds before a refusal is sent. Without this delay, immediate retries of refused requests could use up the server. */
const REFUSED_AFTER_MS = 1_000;
/** Assumed size of a body without a declared length: the maximum body size of most routes. */
const UNDECLARED_BYTES = 1_048_576;

/**
 * Limits a route's requests by token and by fleet, so that no token or fleet slows others down.
 * @returns a function that rejects with Problem 429, which contains the time until a retry. It can run before the body arrives.
 */
export function requestLimit({
  aMinute,
  megabytesAMinute,
  atOnce,
}: RequestLimit): (request: Request, response: Response) => Promise<void> {
  const waiting = new Map<string, number>();
  const budgets: Budget[] = [];
  if (aMinute !== undefined)
    budgets.push(
      budget({ most: aMinute, whose: senderOf, key: 'tooOften', count: aMinute }),
      budget({
        most: aMinute * TOKENS_A_FLEET,
        count: aMinute * TOKENS_A_FLEET,
        whose: fleetOf,
        key: 'tooOftenFleet',
      }),
    );
  if (megabytesAMinute !== undefined)
    budgets.push(
      budget({
        most: megabytesAMinute * 1_048_576,
        count: megabytesAMinute,
        whose: senderOf,
        key: 'tooMuch',
        cost: bytesOf,
      }),
      budget({
        most: megabytesAMinute * TOKENS_A_FLEET * 1_048_576,
        count: megabytesAMinute * TOKENS_A_FLEET,
        whose: fleetOf,
        key: 'tooMuchOfFleet',
        cost: bytesOf,
      }),
    );

  /** Includes a request in the sender's requests in progress until the response is sent or the connection is closed. */
  function enter(response: Response): void {
    const sender = senderOf(response);
    const before = waiting.get(sender) ?? 0;
    if (atOnce !== undefined && before >= atOnce)
      throw tooManyRequests(worded('problems.tooManyAtOnce', { count: atOnce }), 1);
    waiting.set(sender, before + 1);
    response.once('close', () => {
      const left = (waiting.get(sender) ?? 1) - 1;
      if (left === 0) waiting.delete(sender);
      else waiting.set(sender, left);
    });
  }

  return async (request, response) => {
    try {
      enter(response);
      for (const spend of budgets) await spend(request, response);
    } catch (refusal) {
      await pause(REFUSED_AFTER_MS);
      throw refusal;
    }
  };
}

/** A separate budget for each sender, renewed every minute. */
export interface MinuteBudget {
  /**
   * Spends a cost if any of the sender's budget is left, even if less than the cost is left.
   * @returns undefined if the cost was spent, otherwise the seconds until the budget is renewed
   */
  spend(whose: string, cost: number): number | undefined;
}

/** Creates a budget of `most` per minute for each sender. A sender's minute begins with its first cost. */
export function createMinuteBudget(most: number): MinuteBudget {
  const spent = new Map<string, { cost: number; readonly until: number }>();
  return {
    spend(whose, cost) {
      const now = Date.now();
      for (const [each, { until }] of spent) if (until <= now) spent.delete(each);
      const window = spent.get(whose) ?? { cost: 0, until: now + WINDOW_MS };
      if (window.cost >= most) return Math.max(1, Math.ceil((window.until - now) / 1000));
      window.cost += cost;
      spent.set(whose, window);
      return undefined;
    },
  };
}

/** Spends a request's cost. Rejects with Problem 429 if the minute's budget is used up. */
type Budget = (request: Request, response: Response) => Promise<void>;

function budget(args: {
  /** Budget per minute. */
  readonly most: number;
  readonly whose: (response: Response) => string;
  readonly key: 'tooOften' | 'tooOftenFleet' | 'tooMuch' | 'tooMuchOfFleet';
  /** The limit to name in the refusal's text. */
  readonly count: number;
  /** Returns the cost of a request. Absent: 1. */
  readonly cost?: (request: Request) => number;
}): Budget {
  const ofAMinute = createMinuteBudget(args.most);
  return (request, response) => {
    const wait = ofAMinute.spend(args.whose(response), args.cost?.(request) ?? 1);
    return wait === undefined
      ? Promise.resolve()
      : Promise.reject(tooManyRequests(worded(`problems.${args.key}`, { count: args.count }), wait));
  };
}

function fleetOf({ locals }: Response): string {
  return String(locals['fleet']);
}

function bytesOf(request: Request): number {
  const { 'content-length': declared, 'transfer-encoding': coding } = request.headers;
  if (declared !== undefined) return Number(declared);
  return coding === undefined ? 0 : UNDECLARED_BYTES;
}
