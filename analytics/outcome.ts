import { errorTextOf, hasError, saysTooMany, saysTripIsMissing, topicOf } from './errorText.ts';
import type { ErrorTopic } from './errorText.ts';
import type { ResponseBody } from './response.ts';

/**
 * Result of a call to the analytics service. The client returns all of these and throws for none. The texts are Tripline's own.
 * They describe the service's error text without repeating it, because it may name people.
 */
export type Outcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /**
   * The trip is not yet readable, deleted or unknown. The service does not distinguish these cases, so the caller decides by what
   * it knows of the trip.
   */
  | { readonly kind: 'no_such_trip'; readonly message: string }
  /** The service refuses the API key, so it will refuse every call of the fleet. */
  | { readonly kind: 'unauthorised'; readonly status: number }
  /** The service limits the number of calls. `retryAfterMs` is the wait that it requested. */
  | { readonly kind: 'limited'; readonly retryAfterMs?: number }
  | {
      readonly kind: 'unavailable';
      readonly reason: string;
      readonly retryAfterMs?: number;
      /** Set when a DELETE may have been carried out. */
      readonly unclear?: boolean;
      /**
       * Set when the service itself answered a call about one trip with an error. Either this trip or the service may be at
       * fault.
       */
      readonly maybeTrip?: boolean;
      /** Set when no request was sent, because the circuit breaker is open. */
      readonly isUnasked?: boolean;
    }
  /** An answer that the contract does not describe, or a call that cannot be made. */
  | {
      readonly kind: 'invalid';
      readonly reason: string;
      /** Set when the service does not know the driver or list. For a driver's score, it means that there is no score. */
      readonly notFound?: boolean;
      /** Set when the id cannot be part of a URL. */
      readonly unsendable?: boolean;
      /** Set when the service itself answered a call about one trip with an error, as for `unavailable`. */
      readonly maybeTrip?: boolean;
      /** Set for a 4xx status with an error text from the service itself. */
      readonly refused?: boolean;
      /** Set when the service's answer lacks the requested list. */
      readonly noList?: boolean;
    };

/** Any outcome except `ok`. */
export type Failure = Exclude<Outcome<never>, { readonly kind: 'ok' }>;

/** Kind of a call: `trip` and `delete` are about one trip; `read` covers groups, lists and scores. */
export type CallKind = 'read' | 'trip' | 'delete';

/** An HTTP answer as received. */
export interface Answer {
  readonly status: number;
  readonly retryAfterMs?: number;
  /** Id of the answer in the service's own log. */
  readonly correlationId?: string;
  readonly body: ResponseBody;
}

/** An answer, with the subject of its error text. */
interface Classified extends Answer {
  readonly call: CallKind;
  readonly text: string;
  readonly topic: ErrorTopic;
  /** Addition to a reason: the subject of the error text and the answer's id. Empty when both are unknown. */
  readonly more: string;
}

interface Row {
  readonly when: (answer: Classified) => boolean;
  readonly then: (answer: Classified) => Failure;
}

/**
 * Table that maps an answer to an outcome. The first matching row decides; an answer without a matching row is a success.
 *
 * The rows balance two mistakes. Reading a fault of the service as "no such trip" parks the trip after a day, or records a
 * deletion that did not happen. Reading a missing trip as a fault only delays. So "no such trip" requires an answer that mentions
 * the trip; ambiguous answers are marked `maybeTrip`.
 */
const TABLE: readonly Row[] = [
  // A redirect is not followed, because the query string contains the API key, which would be sent to the redirect's target.
  {
    when: ({ status }) => status >= 300 && status < 400,
    then: ({ status }) =>
      invalid(
        `HTTP ${status}: a redirect, which is not followed because the key would travel along; check ANALYTICS_BASE_URL`,
      ),
  },
  // Some services answer a rate limit with the status of a refused key, and their text mentions the key too.
  {
    when: (answer) => isRefusal(answer) && (answer.retryAfterMs !== undefined || saysTooMany(answer.text)),
    then: limited,
  },
  { when: isRefusal, then: ({ status }) => ({ kind: 'unauthorised', status }) },
  { when: ({ status }) => status === 429, then: limited },
  // A 500 may come from the service's application, because the contract specifies no status for its errors. So its text decides
  // if it mentions the key, or says that the trip does not exist. Statuses 502 to 504 come from proxies.
  {
    when: ({ status, topic }) => status === 500 && topic === 'key',
    then: ({ status }) => ({ kind: 'unauthorised', status }),
  },
  {
    when: ({ status, call, text }) => status === 500 && call !== 'read' && saysTripIsMissing(text),
    then: noSuchTrip,
  },
  // A 500 with another error text from the application: the trip may be the cause.
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
  // A web page instead of JSON comes from a proxy, or from an ingress whose service is being replaced. It shows nothing about the
  // trip.
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
  // An unknown error text in a call about a trip does not prove that the trip is gone.
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

/** Classifies an answer as a failure, or returns the body of a success. The caller still has to check the body's shape. */
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

/** Marks an `invalid` answer to a call about a trip, because the trip may be the cause. */
export function maybeOfTrip(failure: Failure): Failure {
  return failure.kind === 'invalid' ? { ...failure, maybeTrip: true } : failure;
}

/**
 * Marks a deletion with an unknown outcome, which may have been carried out before the answer was lost or garbled. The caller has
 * to GET the trip before it retries.
 */
export function asDeletion(failure: Failure, status: number): Failure {
  if (failure.kind === 'unavailable') return { ...failure, unclear: true };
  const accepted = status >= 200 && status < 300;
  return failure.kind === 'invalid' && accepted
    ? { kind: 'unavailable', reason: failure.reason, unclear: true }
    : failure;
}

/** Returns the failure for an answer that does not match the contract. */
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
