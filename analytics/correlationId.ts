import type { Scrub } from './scrub.ts';

/** Where services and what stands in front of them put the id of an answer. */
const HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid'];
/** A UUID or a long hexadecimal number: anything else might be somebody's name. */
const PLAIN = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64})$/i;

/** By what the service finds an answer in its own log; undefined when it tells nothing, or anything that is no plain id. */
export function correlationIdOf(headers: Headers, scrub: Scrub): string | undefined {
  const ids = HEADERS.map((name) => headers.get(name)?.trim() ?? '');
  return ids.find((id) => PLAIN.test(id) && scrub(id) === id);
}
