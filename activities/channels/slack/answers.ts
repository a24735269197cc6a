import type { FetchFunction } from '@slack/web-api';
import { retryAfterMs } from '../../../analytics/index.ts';
import { UnreadableSlackAnswerError, isSlackWord } from '../../failures/index.ts';

/**
 * Makes the `fetch` of a Slack client, which accepts only answers of Slack's API: an object with `ok`, and an error word when
 * `ok` is false. The client alone would take a page, a sentence or an empty body for an error word. It would take a 429 without
 * seconds for an unknown fault.
 * @param apiUrl the address of the API, with a slash at its end; answers of other addresses, such as uploads, are not checked
 * @throws UnreadableSlackAnswerError when the answer is not one of Slack's API
 */
export function readableAnswers(apiUrl: string): FetchFunction {
  return async (url, init) => {
    const request = init as RequestInit;
    if (!String(url).startsWith(apiUrl)) return fetch(url, request);
    const response = await fetch(url, { ...request, redirect: 'manual' });
    const { status, headers } = response;
    const answer = asObject(await response.text());
    if (status === 429) return limited(headers, answer);
    const isReadable = answer?.['ok'] === true || (answer?.['ok'] === false && isSlackWord(answer['error']));
    // An error word in a 4xx is handled as if it had come with 200, as nearly all of them do.
    if (
      !isReadable ||
      status >= 500 ||
      (status >= 300 && status < 400) ||
      (status >= 400 && answer['ok'] === true)
    )
      throw new UnreadableSlackAnswerError(status);
    return Response.json(answer);
  };
}

function asObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a 429 with the pause in whole seconds, as the client reads it; 0 when none is named. */
function limited(headers: Headers, answer: Readonly<Record<string, unknown>> | undefined): Response {
  const inBody = answer?.['retry_after'];
  const waitMs = retryAfterMs(headers, Date.now()) ?? (typeof inBody === 'number' ? inBody * 1000 : 0);
  const seconds = Math.min(Math.max(Math.ceil(waitMs / 1000), 0), LONGEST_PAUSE_SECONDS);
  return new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } });
}

const LONGEST_PAUSE_SECONDS = 86_400;
