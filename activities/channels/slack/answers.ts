import type { FetchFunction } from '@slack/web-api';
import { retryAfterMs } from '../../../analytics/index.ts';
import { UnreadableSlackAnswerError, isSlackWord } from '../../failures/index.ts';

/**
 * Returns a `fetch` for Slack's client that accepts only answers of Slack's API: an object with `ok`, and an error word when `ok`
 * is false. Without this check, the client reads a web page, a sentence or an empty body as an error word. It also reads a 429
 * without seconds as an unknown fault.
 * @param apiUrl the address of the API, ending with a slash; answers of other addresses, such as uploads, are not checked
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
    // Handles an error word in a 4xx answer like one in a 200, because Slack sends nearly all error words with 200.
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

/** Returns a 429 response with the pause in whole seconds, the form that Slack's client reads; 0 when Slack named no pause. */
function limited(headers: Headers, answer: Readonly<Record<string, unknown>> | undefined): Response {
  const inBody = answer?.['retry_after'];
  const waitMs = retryAfterMs(headers, Date.now()) ?? (typeof inBody === 'number' ? inBody * 1000 : 0);
  const seconds = Math.min(Math.max(Math.ceil(waitMs / 1000), 0), LONGEST_PAUSE_SECONDS);
  return new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } });
}

const LONGEST_PAUSE_SECONDS = 86_400;
