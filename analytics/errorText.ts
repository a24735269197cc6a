import { isRecord, own } from './jsonValue.ts';

/**
 * Subject of an error text from the service. The contract specifies only one text, "the given trip id is not valid" on DELETE. It
 * specifies neither texts nor statuses of other errors, so their words are classified.
 */
export type ErrorTopic = 'key' | 'rate' | 'missing' | 'service' | 'subject' | 'other';

/**
 * Patterns in order of precedence. `key` and `rate` come first, because such errors apply to every call; if they were read as a
 * missing trip, all trips of the fleet would be parked.
 *
 * `missing` comes before the general words of `service`, so that "trip not available yet, try again" is an error about the trip.
 * A text that calls the service itself unavailable is an error about the service.
 */
const RATE = /\btoo many\b|\brate[\s_-]?limit|\bthrottl|\bquota\b/;

const TOPICS: readonly (readonly [ErrorTopic, RegExp])[] = [
  [
    'key',
    /\bapi[\s_-]?keys?\b|\bun-?authori[sz]ed\b|\bnot authori[sz]ed\b|\bforbidden\b|\baccess denied\b|\bpermission/,
  ],
  [
    'key',
    /\b(invalid|bad|wrong|missing|expired|unknown) (credentials?|token)\b|\bauthentication (failed|required|error)\b/,
  ],
  ['rate', RATE],
  [
    'service',
    /\b(service|server|backend|database|upstream|gateway)\b.*\b(not|un)\s?available\b|\binternal\b/,
  ],
  [
    'missing',
    /\b(not|isn't|isnt|never)( \w+)? (valid|found|exist|known|ready|readable|available|uploaded|scored)\b/,
  ],
  [
    'missing',
    /\b(no such|unknown|does ?n[o']t exist|has been deleted|already deleted|no longer)\b|\bnot found\b/,
  ],
  ['missing', /\b(invalid|bad|malformed) (\w+ )?(trip|driver|id)\b|\b(trip|driver|id)\b.*\binvalid\b/],
  [
    'service',
    /\bunavailable\b|\btemporar|\btry again\b|\btime[sd]?[\s-]?out\b|\boverload|\bmaintenance\b|\bbusy\b/,
  ],
  ['subject', /\btrips?\b|\bdrivers?\b/],
];

/** Classifies an error text. `subject` means that the text only mentions a trip or a driver. */
export function topicOf(text: string): ErrorTopic {
  const words = wordsOf(text);
  return TOPICS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
}

function wordsOf(text: string): string {
  return text.slice(0, 2000).toLowerCase().replace(/_/g, ' ');
}

/** Returns true for the one error that the contract describes: a text that says that the trip does not exist. */
export function saysTripIsMissing(text: string): boolean {
  return /\btrip/i.test(text) && topicOf(text) === 'missing';
}

/** Returns true for a text about a rate limit, even if it also mentions the API key. */
export function saysTooMany(text: string): boolean {
  return RATE.test(wordsOf(text));
}

/** Returns true if a body is an error regardless of its status, because its `error` field is not empty. */
export function hasError(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const error = own(value, 'error');
  return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);
}

/**
 * Returns the text of an error body, from `error` or from fields that other services use. Returns an empty text if there is none.
 */
export function errorTextOf(value: unknown): string {
  return firstText(value) ?? (isRecord(value) ? firstText(own(value, 'error')) : undefined) ?? '';
}

function firstText(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const texts = ['error', 'message', 'detail', 'title', 'code'].map((name) => own(value, name));
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}
