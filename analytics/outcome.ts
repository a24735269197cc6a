import { errorTextOf, hasError, saysTooMany, saysTripIsMissing, topicOf } from './errorText.ts';
import type { ErrorTopic } from './errorText.ts';
import type { ResponseBody } from './response.ts';

/**
 * How a call to the analytics service ended. All of these are expected; the client throws for none of them.
 * - `no_such_trip`: not yet readable, deleted and never there look alike; what was seen before decides which.
 * - `unauthorised`: the key is refused, so every call of the fleet will be.
 * - `limited`, `unavailable`: wait, `retryAfterMs` when the service named a time. `unknown_outcome`: a DELETE may have happened.
 * - `invalid`: an answer the contract does not know, or a call that cannot be made. `notFound`: the service knows no
 *   such driver or list, which for a driver's score means "no reading", not "broken". `unsendable`: an id no URL can carry.
 *   `refused`: a 4xx in the service's own words. `noList`: its own answer, with nothing where the list belongs.
 * - `maybeTrip`: on a call about one trip, it was the service's own answer, and other trips may get another one. Only
 *   what else is known of the fleet shows whose fault it is.
 * - `isUnasked`: the service is known to be unavailable, so it was not asked.
 *
 * Texts are ours: the service's own words may name anyone, so they say what its words are about and repeat none.
 */
export type Outcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'no_such_trip'; readonly message: string }
  | { readonly kind: 'unauthorised'; readonly status: number }
  | { readonly kind: 'limited'; readonly retryAfterMs?: number }
  | {
      readonly kind: 'unavailable';
      readonly reason: string;
      readonly retryAfterMs?: number;
      readonly unclear?: boolean;
      readonly maybeTrip?: boolean;
      readonly isUnasked?: boolean;
    }
  | {
      readonly kind: 'invalid';
      readonly reason: string;
      readonly notFound?: boolean;
      readonly unsendable?: boolean;
      readonly maybeTrip?: boolean;
      readonly refused?: boolean;
      readonly noList?: boolean;
    };

/** Every outcome but `ok`. */
export type Failure = Exclude<Outcome<never>, { readonly kind: 'ok' }>;

/** What a call is about: `read` covers groups, lists and scores; the other two name one trip. */
export type CallKind = 'read' | 'trip' | 'delete';

/** What came back over HTTP. */
export interface Answer {
  readonly status: number;
  readonly retryAfterMs?: number;
  /** By what the service finds the answer in its own log. */
  readonly correlationId?: string;
  readonly body: ResponseBody;
}

/** An answer with what its error text is about. */
interface Classified extends Answer {
  readonly call: CallKind;
  readonly text: string;
  readonly topic: ErrorTopic;
  /** What the service's words are about, and the answer's id; empty when there is nothing to say. */
  readonly more: string;
}

interface Row {
  readonly when: (answer: Classified) => boolean;
  readonly then: (answer: Classified) => Failure;
}

/**
 * The one table from status and body to outcome; the first row that fits decides, and what fits none is a success.
 *
 * Two mistakes are weighed throughout. Taking a service's fault for "no such trip" ends in a parked trip after a day,
 * and after a DELETE in a trip booked as deleted that is not. Taking a missing trip for a fault of the service waits
 * on. So only an answer that speaks of the trip counts as one about the trip; what may be either says so (`maybeTrip`).
 */
const TABLE: readonly Row[] = [
  // Not followed: the key stands in the query string and would travel along to wherever it points.
  {
    when: ({ status }) => status >= 300 && status < 400,
    then: ({ status }) =>
      invalid(
        `HTTP ${status}: a redirect, which is not followed because the key would travel along; check ANALYTICS_BASE_URL`,
      ),
  },
  // Some services limit calls with the status of a refused key, and mean the key in their words, too.
  {
    when: (answer) => isRefusal(answer) && (answer.retryAfterMs !== undefined || saysTooMany(answer.text)),
    then: limited,
  },
  { when: isRefusal, then: ({ status }) => ({ kind: 'unauthorised', status }) },
  { when: ({ status }) => status === 429, then: limited },
  // 500 alone may be the application speaking, and the contract shows no status for its errors: there a text that names
  // the key, or says that the trip is not there, counts. 502 to 504 come from what stands in front of it.
  {
    when: ({ status, topic }) => status === 500 && topic === 'key',
    then: ({ status }) => ({ kind: 'unauthorised', status }),
  },
  {
    when: ({ status, call, text }) => status === 500 && call !== 'read' && saysTripIsMissing(text),
    then: noSuchTrip,
  },
  // The application's own words again, though not about the trip being there: the trip may be what it stumbles over.
  {
    when: (answer) =>
      answer.status === 500 && answer.call !== 'read' && isError(answer) && answer.text !== '',
    then: (answer) => ({ ...unavailable(answer), maybeTrip: true }),
  },
  { when: ({ status }) => status === 408 || status === 425 || status >= 500, then: unavailable },
  {
    when: ({ body }) => body.form === 'oversized',
    then: () => invalid('a body larger than the client accepts'),
  },
  // A page instead of JSON: a proxy, or an ingress whose service is just being replaced. Nothing is known of the trip.
  {
    when: ({ status, body }) => (status === 404 || status === 410) && body.form === 'not_json',
    then: (answer) => ({
      ...unavailable(answer),
      reason: `HTTP ${answer.status} without the service's JSON: a proxy answered in its place, or ANALYTICS_BASE_URL is wrong`,
    }),
  },
  {
    when: ({ status, body }) => status >= 400 && body.form === 'not_json',
    then: ({ status }) => invalid(`HTTP ${status} with a body that is not JSON`),
  },
  {
    when: (answer) => isError(answer) && answer.topic === 'key',
    then: ({ status }) => ({ kind: 'unauthorised', status }),
  },
  { when: (answer) => isError(answer) && answer.topic === 'rate', then: limited },
  { when: (answer) => isError(answer) && answer.call !== 'read' && isAboutTrip(answer), then: noSuchTrip },
  { when: (answer) => isError(answer) && answer.topic === 'service', then: unavailable },
  // A text nobody foresaw, on a trip's call: not the trip's end by itself.
  {
    when: (answer) => isError(answer) && answer.call !== 'read',
    then: (answer) => ({ ...unavailable(answer), maybeTrip: true }),
  },
  {
    when: isError,
    then: ({ status, topic, more }) => ({
      ...invalid(`the service refused the call with HTTP ${status}${more}`),
      ...(isMissing(status, topic) ? { notFound: true } : {}),
      ...(status >= 400 ? { refused: true } : {}),
    }),
  },
  {
    when: ({ body }) => body.form !== 'json',
    then: ({ status, body }) =>
      invalid(`HTTP ${status} with ${body.form === 'empty' ? 'an empty body' : 'a body that is not JSON'}`),
  },
];

/** Sorts an answer into a failure, or into the body of a success, whose shape is still to be checked. */
export function sortAnswer(call: CallKind, answer: Answer): Outcome<unknown> {
  const json = answer.body.form === 'json' ? answer.body.value : undefined;
  const text = errorTextOf(json);
  const topic = topicOf(text);
  const classified: Classified = {
    ...answer,
    call,
    text,
    topic,
    more: moreOf(answer, text === '' ? undefined : topic),
  };
  const row = TABLE.find(({ when }) => when(classified));
  if (!row) return { kind: 'ok', value: json };
  const failure = row.then(classified);
  if (call === 'delete') return asDeletion(failure, answer.status);
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return call === 'trip' && !isRedirect ? maybeOfTrip(failure) : failure;
}

const ABOUT: Readonly<Record<ErrorTopic, string>> = {
  key: 'the key',
  rate: 'too many calls',
  missing: 'something that does not exist',
  service: 'the service itself',
  subject: 'a trip or a driver',
  other: 'something else',
};

function moreOf({ correlationId }: Answer, topic: ErrorTopic | undefined): string {
  const about = topic && `its message is about ${ABOUT[topic]}`;
  const parts = [about, correlationId && `answer ${correlationId}`].filter((part) => part);
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

/** An answer to a trip's call that the contract does not know: the trip may be what the service stumbles over. */
export function maybeOfTrip(failure: Failure): Failure {
  return failure.kind === 'invalid' ? { ...failure, maybeTrip: true } : failure;
}

/**
 * A deletion whose end is not known: it may have happened before the answer was lost or garbled, so the caller looks
 * with GET before it tries again.
 */
export function asDeletion(failure: Failure, status: number): Failure {
  if (failure.kind === 'unavailable') return { ...failure, unclear: true };
  const accepted = status >= 200 && status < 300;
  return failure.kind === 'invalid' && accepted
    ? { kind: 'unavailable', reason: failure.reason, unclear: true }
    : failure;
}

/** An answer the contract does not know. */
export function invalid(reason: string): Extract<Failure, { kind: 'invalid' }> {
  return { kind: 'invalid', reason };
}

function limited({ retryAfterMs }: Classified): Failure {
  return { kind: 'limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function unavailable({ status, more, retryAfterMs }: Classified): Failure & { kind: 'unavailable' } {
  return {
    kind: 'unavailable',
    reason: `HTTP ${status}${more}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function noSuchTrip({ status, more }: Classified): Failure {
  return { kind: 'no_such_trip', message: `HTTP ${status}${more}` };
}

function isRefusal({ status }: Classified): boolean {
  return status === 401 || status === 403;
}

function isError({ status, body }: Classified): boolean {
  return status >= 400 || (body.form === 'json' && hasError(body.value));
}

function isAboutTrip({ status, topic }: Classified): boolean {
  return isMissing(status, topic) || topic === 'subject';
}

function isMissing(status: number, topic: ErrorTopic): boolean {
  return status === 404 || status === 410 || topic === 'missing';
}
