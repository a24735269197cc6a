import { TOKENS_A_FLEET } from '../../http/index.ts';
import type { AnswerDoc, RequestLimit } from '../../http/index.ts';
import type { AnyRoute, Cost, Declared } from './apiRoute.ts';
import { LARGEST_API_BODY_BYTES } from './input.ts';

/** Requests with a body that wait for their answer, of one token. */
export const BODIES_AT_ONCE = 100;
/** Requests that write, where a route says nothing else: a folder of hundreds of documents is applied in one go. */
const WRITES: RequestLimit = { aMinute: 600 };
/** Megabytes that one token may send in a minute, by the share that the requests use: a document has a few kilobytes. */
export const MEGABYTES_A_MINUTE = { reading: 8, writing: 8, heavy: 96 } as const;

/** The limit of a route by itself; a route that writes has one, whether it names it or not. */
export function limitOf(route: Declared<'cost' | 'limit' | 'method'>): RequestLimit | undefined {
  return route.limit ?? (route.method === 'get' || route.cost === 'reserved' ? undefined : WRITES);
}

/** Returns the share that a route uses. */
export function costOf({ cost, method }: Declared<'cost' | 'method'>): Cost {
  return cost ?? (method === 'get' ? 'reading' : 'writing');
}

/** Returns whether a route takes an `Idempotency-Key`: every POST does that sends, starts or changes something. */
export function isKeyed(route: Declared<'method' | 'cost' | 'isUnkeyed'>): boolean {
  return route.method === 'post' && costOf(route) !== 'reading' && route.isUnkeyed === undefined;
}

/** Returns the words about when a route answers 429, beside wrong tokens. */
function limitWords(route: Declared<'body' | 'cost' | 'limit' | 'method'>): string {
  const { body } = route;
  const cost = costOf(route);
  const limit = limitOf(route);
  const often =
    limit?.aMinute &&
    `more than ${limit.aMinute} such requests of this token in a minute, or ${limit.aMinute * TOKENS_A_FLEET} of its fleet`;
  const much =
    body &&
    cost !== 'reserved' &&
    `more than ${MEGABYTES_A_MINUTE[cost]} MB of this token in a minute, or ${MEGABYTES_A_MINUTE[cost] * TOKENS_A_FLEET} MB of its fleet`;
  const few = limit?.atOnce && `${limit.atOnce} at once`;
  const bodies = body && `more than ${BODIES_AT_ONCE} requests with a body of this token at once`;
  return [often, much, few, bodies].flatMap((each) => (each ? `, or ${each}` : [])).join('');
}

/** Returns the answers of a route for the API's description: its own, and those that every route has. */
export function answersOf(route: Omit<AnyRoute, 'locate' | 'run'>): Record<number, AnswerDoc> {
  const has404 = route.path.includes('{') || route.problems?.[404] !== undefined;
  const common: Record<number, string> = {
    400: 'The request cannot be read.',
    401: 'No token, or an unknown one.',
    404: has404 ? 'Not found, or a token of another fleet.' : 'A token of another fleet.',
    429: `Too many wrong tokens from this address${limitWords(route)}: \`Retry-After\` says when to retry.`,
    500: 'Internal error.',
    503: 'The database or Temporal is unavailable.',
    ...refusal(route),
    ...(isKeyed(route) && {
      409: 'The first request with this `Idempotency-Key` is not answered yet: `Retry-After` says when to retry.',
      422: 'The `Idempotency-Key` was used for a different request.',
    }),
    ...(route.body
      ? {
          413: `The body is larger than ${route.body.largestBytes ?? LARGEST_API_BODY_BYTES} bytes.`,
          415: 'The body has another content type or content encoding; `Accept` says which are taken.',
          422: `The body is refused; \`errors\` says why${isKeyed(route) ? ', or the `Idempotency-Key` was used for a different request' : ''}.`,
        }
      : {}),
    ...route.problems,
  };
  const problems = Object.entries(common).map(
    ([status, description]) =>
      [
        status,
        {
          description,
          ...(status === '429' && { headers: { 'Retry-After': 'Seconds to wait.' } }),
        },
      ] as const,
  );
  return {
    ...(route.dryRun && { 200: route.dryRun }),
    [route.status ?? 200]: route.answer,
    ...Object.fromEntries(problems),
  };
}

/** Returns the reasons for a 403 although the token is right. */
function refusal({ role, isGroupScoped }: Declared<'role' | 'isGroupScoped'>): Record<number, string> {
  const reasons = [
    ...(role === 'viewer' ? [] : [`The token’s role is below \`${role}\``]),
    ...(isGroupScoped ? [] : ['the token is limited to groups']),
  ];
  if (reasons.length === 0) return {};
  return { 403: `${reasons.join(', or ').replace(/^t/, 'T')}.` };
}
