import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { REFUSED_FOR_MS } from './result.ts';
import type { Refusal, SendResult } from './result.ts';
import { waitOf } from './applicationFailures.ts';
import { sortSocketError } from './sockets.ts';

/** Error words of Slack for too many calls. */
const LIMITS = new Set(['ratelimited', 'rate_limited']);
/** Error words of Slack for a token, app or network that a person has to fix. The message itself is fine and waits. */
const ACCESS = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'no_permission',
  'org_login_required',
  'ekm_access_denied',
  'access_denied',
  'accesslimited',
  'team_access_not_granted',
]);
/** Words of `ACCESS` that may concern only lookups, because the app may still be allowed to post. */
const LOOKUP_DENIED = new Set(['missing_scope', 'no_permission', 'access_denied']);
/** Error words of Slack for a call that Slack did not begin, and may accept later. */
const NOT_BEGUN = new Set(['service_unavailable', 'team_added_to_org']);
/** Error words of Slack for a call that may have been carried out in part. */
const UNCLEAR = new Set(['fatal_error', 'internal_error', 'request_timeout']);
/** Error words of Slack for a message that is too long or has an invalid block. A shorter message may be accepted. */
const TOO_LONG = new Set([
  'msg_too_long',
  'msg_blocks_too_long',
  'attachment_payload_limit_exceeded',
  'too_many_attachments',
  'invalid_blocks',
  'invalid_blocks_format',
]);
/**
 * Other error words of Slack that concern this message, channel or person, so that a retry would be refused too. Any unlisted
 * word is retried, because it may concern the app or the workspace, or be temporary.
 */
const FINAL = new Set([
  ...TOO_LONG,
  'no_text',
  'invalid_attachments',
  'metadata_too_large',
  'invalid_metadata_format',
  'invalid_metadata_schema',
  'markdown_text_conflict',
  'too_many_contact_cards',
  'cannot_reply_to_message',
  'thread_not_found',
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
  'channel_type_not_supported',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_thread_locked',
  'restricted_action_non_threadable_channel',
  'messages_tab_disabled',
  'cannot_dm_bot',
  'user_not_found',
  'user_not_visible',
  'user_not_in_channel',
  'user_disabled',
  'users_not_found',
]);
const REMEDIES: Readonly<Record<string, string>> = {
  channel_not_found:
    'there is no such channel, or the app is not in it: check the name in the rule and invite the app',
  not_in_channel: 'the app is not in the channel: invite it',
  is_archived: 'the channel is archived: name another one in the rule',
};

const REFUSAL: Refusal = { alarm: 'slack_refused', alarmFrom: 1, endsAfterMs: REFUSED_FOR_MS };

/** Error for an answer that is not one of Slack's API: a web page, an empty body, a sentence, a redirect, or any 5xx. */
export class UnreadableSlackAnswerError extends Error {
  override readonly name = 'UnreadableSlackAnswerError';
  readonly status: number;
  constructor(status: number) {
    super(`Slack's answer cannot be read (HTTP ${status})`);
    this.status = status;
  }
}

/** Returns whether a text is an error word of Slack, and not a sentence or a web page. */
export function isSlackWord(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z][a-z0-9_]{1,79}$/.test(text);
}

/**
 * Classifies an error of `@slack/web-api`. The result never contains the token, because Slack's error words and HTTP statuses do
 * not.
 */
export function sortSlackError(error: unknown): SendResult {
  if (error instanceof WebAPIRateLimitedError) return limited(error.retryAfter);
  if (error instanceof WebAPIPlatformError) return sortWord(error.data.error);
  if (error instanceof WebAPIHTTPError) return sortStatus(error.statusCode);
  if (error instanceof WebAPIRequestError)
    return error.original instanceof UnreadableSlackAnswerError
      ? sortStatus(error.original.status)
      : sortSocketError('Slack', error.original);
  return unclear('the call to Slack failed in an unknown way');
}

/**
 * Classifies the error of a lookup with `@slack/web-api`. `unknown`: refused permanently. `unavailable`: not answered. `later`:
 * to be repeated later.
 */
export function sortSlackLookupError(error: unknown): 'unknown' | 'unavailable' | 'later' {
  const word = error instanceof WebAPIPlatformError ? error.data.error : '';
  if (error instanceof WebAPIRateLimitedError || LIMITS.has(word)) return 'later';
  if (ACCESS.has(word) && !LOOKUP_DENIED.has(word)) return 'later';
  const result = sortSlackError(error);
  return isAnswered(result) ? 'unknown' : 'unavailable';
}

function isAnswered(result: SendResult): boolean {
  return result.kind === 'refused' || (result.kind === 'not_sent' && result.unavailable !== true);
}

function limited(seconds: number): SendResult {
  const wait = waitOf(seconds * 1000);
  const asked = wait.afterMs === undefined ? '' : `; it asked to wait ${seconds} s`;
  return { kind: 'not_sent', reason: `Slack is limiting this app${asked}`, ...wait };
}

function sortWord(word: unknown): SendResult {
  if (!isSlackWord(word)) return unclear('Slack refused in words that cannot be read');
  const reason = `Slack answered ${word}`;
  if (LIMITS.has(word)) return { kind: 'not_sent', reason };
  if (ACCESS.has(word))
    return { kind: 'not_sent', reason: `Slack refused the app's access: ${word}`, alarm: 'slack_access' };
  if (NOT_BEGUN.has(word)) return { kind: 'not_sent', reason, unavailable: true };
  if (UNCLEAR.has(word)) return unclear(reason);
  if (!FINAL.has(word)) return { kind: 'not_sent', reason, refusal: REFUSAL };
  const remedy = REMEDIES[word];
  return {
    kind: 'refused',
    reason: remedy === undefined ? reason : `${reason}: ${remedy}`,
    ...(TOO_LONG.has(word) && { tooLong: true }),
  };
}

/**
 * Classifies an answer without an error word of Slack by its status. A redirect or a 4xx comes from a proxy, which did not
 * forward the call. After a 408, a 5xx or an unreadable 200, Slack may have carried out the call.
 */
function sortStatus(status: number): SendResult {
  const isNotHandedOn = status >= 300 && status < 500 && status !== 408;
  if (isNotHandedOn)
    return {
      kind: 'not_sent',
      unavailable: true,
      reason: `something answered HTTP ${status} in Slack's place: check the proxy and SLACK_API_URL`,
    };
  return unclear(
    status < 300 ? `Slack's answer cannot be read (HTTP ${status})` : `Slack answered HTTP ${status}`,
  );
}

function unclear(reason: string): SendResult {
  return { kind: 'unknown_outcome', reason, unavailable: true };
}
