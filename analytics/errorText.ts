import { isRecord, own } from './jsonValue.ts';

/**
 * What an error text of the service is about. The contract promises only one text, "the given trip id is not valid"
 * on DELETE, and shows neither the words nor the statuses of any other, so the words have to be evaluated.
 */
export type ErrorTopic = 'key' | 'rate' | 'missing' | 'service' | 'subject' | 'other';

/**
 * In the order of judging. `key` and `rate` come first: they are true of every call, so mistaking one for a missing
 * trip would park the whole fleet's trips. `missing` comes before `service`, so that "trip not available yet, try
 * again" is the trip's own matter, except where the text names the service as what is not available.
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

/** Judges an error text; `subject`: it only mentions a trip or a driver. */
export function topicOf(text: string): ErrorTopic {
  const words = wordsOf(text);
  return TOPICS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
}

function wordsOf(text: string): string {
  return text.slice(0, 2000).toLowerCase().replace(/_/g, ' ');
}

/** True for the one failure the contract describes: a text that says the trip is not there. */
export function saysTripIsMissing(text: string): boolean {
  return /\btrip/i.test(text) && topicOf(text) === 'missing';
}

/** True for a text that limits calls, also where it names the key that was limited. */
export function saysTooMany(text: string): boolean {
  return RATE.test(wordsOf(text));
}

/** True when a body is an error whatever its status: it has an `error` that is more than an empty slot. */
export function hasError(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const error = own(value, 'error');
  return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);
}

/** The text of an error body, from `error` or from the fields other services use; empty when it has none. */
export function errorTextOf(value: unknown): string {
  return firstText(value) ?? (isRecord(value) ? firstText(own(value, 'error')) : undefined) ?? '';
}

function firstText(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const texts = ['error', 'message', 'detail', 'title', 'code'].map((name) => own(value, name));
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}
