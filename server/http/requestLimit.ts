import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { worded } from '../../messages/language/index.ts';
import { tooManyRequests } from './problem.ts';

/** Limits of requests that cost more than an ordinary answer. */
export interface RequestLimit {
  /** Requests of one token in a minute, and a third of those of its fleet; absent: unlimited. */
  readonly aMinute?: number;
  /** Megabytes that one token may send in a minute, and a third of those of its fleet; absent: unlimited. */
  readonly megabytesAMinute?: number;
  /** Requests of one token that wait for their answer at once; absent: unlimited. */
  readonly atOnce?: number;
}

/** Returns the sender of a request whose token is known, from the response's `locals`. */
export function senderOf({ locals }: Response): string {
  return `${String(locals['fleet'])}/${String(locals['who'])}`;
}

const WINDOW_MS = 60_000;
/** Tokens of one fleet together may make as many requests a minute as so many tokens. */
export const TOKENS_A_FLEET = 3;
/** Milliseconds before a refusal is sent, because immediate repetitions of refused requests could use up the server. */
const REFUSED_AFTER_MS = 1_000;
/** Counted for a body whose length is not declared: the largest one of most routes. */
const UNDECLARED_BYTES = 1_048_576;

/**
 * Limits a route's requests by token and by fleet, so that neither slows another one down.
 * @returns a function that rejects with Problem 429, which says when to retry; nothing of the body needs to be there yet
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

  /** Holds a place until the answer is sent or its connection ends. */
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

/** A budget for each spender, renewed every minute. */
export interface MinuteBudget {
  /** Spends a cost while any of the minute is left, be the cost greater or not. @returns undefined: it is spent; else seconds until there is more */
  spend(whose: string, cost: number): number | undefined;
}

/** Creates a budget of so many costs a minute; the minute begins with the first cost. */
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

/** Spends what a request costs. Rejects with Problem 429 when the minute has no more of it. */
type Budget = (request: Request, response: Response) => Promise<void>;

function budget(args: {
  /** Costs of a minute. */
  readonly most: number;
  readonly whose: (response: Response) => string;
  readonly key: 'tooOften' | 'tooOftenFleet' | 'tooMuch' | 'tooMuchOfFleet';
  /** The number in the refusal's words. */
  readonly count: number;
  /** Returns the cost of a request; 1 when absent. */
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
