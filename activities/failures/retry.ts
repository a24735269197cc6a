import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { ApplicationFailure } from '@temporalio/common';
import { networkCode, neverSent } from '../../analytics/index.ts';

/**
 * How an attempt to reach someone ended. The one vocabulary of all integrations:
 * - `sent`: it went out; `reference` finds it again at the receiver.
 * - `not_sent`: it surely did not; worth a retry, after `afterMs` when the receiver named a time. `alarm` names a
 *   fault of the whole fleet, such as a revoked token, that a person has to fix.
 * - `refused`: it surely did not, and the same attempt would be refused again. `tooLong`: a shorter message may be taken.
 * - `unknown_outcome`: it may have been sent. Look it up before sending again, or mark the repeat; not before `afterMs`, when given.
 *
 * `away`: the receiver itself did not answer, or said that it cannot now; nothing of this one message is to blame.
 * `unasked`: it ended on this side, and says nothing of the receiver.
 */
export type SendResult =
  | {
      readonly kind: 'sent';
      readonly reference?: Readonly<Record<string, string>>;
      /** What the message is about: its subject, or its first line. */
      readonly title?: string;
    }
  | {
      readonly kind: 'not_sent';
      readonly reason: string;
      readonly afterMs?: number;
      readonly alarm?: string;
      readonly unavailable?: boolean;
      readonly unasked?: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly tooLong?: boolean;
      readonly unasked?: boolean;
    }
  | {
      readonly kind: 'unknown_outcome';
      readonly reason: string;
      readonly afterMs?: number;
      readonly unavailable?: boolean;
      readonly unasked?: boolean;
    };

/** The longest title that is stored, in characters. */
const LONGEST_TITLE = 200;

/** The result with what the message is about, if it went out. @param text its subject, or all of it */
export function titled(result: SendResult, text: string): SendResult {
  if (result.kind !== 'sent') return result;
  return { ...result, title: (text.trim().split('\n', 1)[0] ?? '').slice(0, LONGEST_TITLE) };
}

/** Whether an attempt met nobody. */
export function isUnavailable(result: SendResult): boolean {
  return (result.kind === 'not_sent' || result.kind === 'unknown_outcome') && result.unavailable === true;
}

/** Slack's words for too many calls. */
const SLACK_LIMIT_ERRORS = new Set(['ratelimited', 'rate_limited']);

/** Whether Slack asked to come later: it is there, and the same call will be answered. */
export function isSlackLimit(error: unknown): boolean {
  if (error instanceof WebAPIPlatformError) return SLACK_LIMIT_ERRORS.has(error.data.error);
  return error instanceof WebAPIRateLimitedError;
}

/** Slack's words for a token or app that a person has to fix; the message itself is fine. */
const SLACK_ACCESS_ERRORS = new Set([
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
  'team_access_not_granted',
]);
/** Slack's words for a passing fault on its side. After `fatal_error` and `internal_error` part of a call may have happened. */
const SLACK_UNCLEAR_ERRORS = new Set(['fatal_error', 'internal_error', 'request_timeout']);
const SLACK_PASSING_ERRORS = new Set([...SLACK_LIMIT_ERRORS, 'accesslimited', 'team_added_to_org']);

/** Slack's words for a message that is too long as a whole, or holds a block that Slack does not take. */
const SLACK_LENGTH_ERRORS = new Set([
  'msg_too_long',
  'msg_blocks_too_long',
  'invalid_blocks',
  'invalid_blocks_format',
]);

/** Sorts what `@slack/web-api` threw. Never carries the token: Slack's error words and HTTP statuses hold none. */
export function sortSlackError(error: unknown): SendResult {
  if (error instanceof WebAPIRateLimitedError)
    return {
      kind: 'not_sent',
      reason: `Slack is limiting this app; it asked to wait ${error.retryAfter} s`,
      ...waitOf(error.retryAfter * 1000),
    };
  if (error instanceof WebAPIPlatformError) return sortSlackCode(error.data.error);
  if (error instanceof WebAPIHTTPError)
    return error.statusCode >= 500
      ? { kind: 'unknown_outcome', reason: `Slack answered HTTP ${error.statusCode}`, unavailable: true }
      : { kind: 'not_sent', reason: `Slack answered HTTP ${error.statusCode}` };
  if (error instanceof WebAPIRequestError) return sortSocketError('Slack', error.original);
  return { kind: 'unknown_outcome', reason: 'the call to Slack failed in an unknown way' };
}

function sortSlackCode(code: string): SendResult {
  if (SLACK_ACCESS_ERRORS.has(code))
    return { kind: 'not_sent', reason: `Slack refused the app's access: ${code}`, alarm: 'slack_access' };
  if (code === 'service_unavailable')
    return { kind: 'not_sent', reason: `Slack answered ${code}`, unavailable: true };
  if (SLACK_PASSING_ERRORS.has(code)) return { kind: 'not_sent', reason: `Slack answered ${code}` };
  if (SLACK_UNCLEAR_ERRORS.has(code))
    return { kind: 'unknown_outcome', reason: `Slack answered ${code}`, unavailable: true };
  const remedy: Readonly<Record<string, string>> = {
    channel_not_found:
      'there is no such channel, or the app is not in it: check the name in the rule and invite the app',
    not_in_channel: 'the app is not in the channel: invite it',
    is_archived: 'the channel is archived: name another one in the rule',
  };
  return {
    kind: 'refused',
    reason: `Slack answered ${code}${remedy[code] ? `: ${remedy[code]}` : ''}`,
    ...(SLACK_LENGTH_ERRORS.has(code) && { tooLong: true }),
  };
}

/**
 * Sorts a socket error by its code: refused before a connection stood is `not_sent`, anything later is `unknown_outcome`.
 * @param known.mayHaveLeft false: the sender knows that no byte of the message has left, whatever the code
 */
export function sortSocketError(
  receiver: string,
  error: unknown,
  { mayHaveLeft }: { readonly mayHaveLeft: boolean } = { mayHaveLeft: true },
): SendResult {
  const code = networkCode(error) ?? 'timeout';
  // EPROTO: what answers there speaks no TLS. Senders meet it in the handshake, before a message.
  if (!mayHaveLeft || neverSent(error) || code === 'EPROTO')
    return { kind: 'not_sent', reason: `${receiver} cannot be reached (${code})`, unavailable: true };
  return {
    kind: 'unknown_outcome',
    reason: `the connection to ${receiver} broke before it answered (${code})`,
    unavailable: true,
  };
}

/** RFC 4954: log in first, in another way, or over TLS. They speak of the session wherever they are said. */
const SMTP_LOGIN_STATUSES = new Set([530, 534, 535, 538]);

/**
 * Sorts an SMTP server's refusal by its status (RFC 5321, 4.2.1) and the command it answered. Only a 5yz to the recipient or
 * to the message is the mail's own fault. To anything before, it meets every mail of the fleet: they wait, and a person is notified.
 * @param command `CONN` is the greeting, `DATA` also the answer after the message
 */
export function sortSmtpStatus(status: number, command: string): SendResult {
  const at = smtpStep(command);
  if (command.startsWith('AUTH') || SMTP_LOGIN_STATUSES.has(status))
    return {
      kind: 'not_sent',
      reason: `the mail server refused the login (${status})`,
      alarm: 'smtp_access',
    };
  if (status < 500)
    return {
      kind: 'not_sent',
      reason: `the mail server cannot take ${at} now (${status})`,
      // 421 is its word for closing down (RFC 5321, 3.8); to a recipient or a message it says "later" for many a reason.
      ...((status === 421 || (command !== 'RCPT TO' && command !== 'DATA')) && { unavailable: true }),
    };
  const isMailsFault = command === 'RCPT TO' || command === 'DATA' || isTooLarge(status, command);
  const reason = `the mail server refused ${at} (${status})`;
  return isMailsFault ? { kind: 'refused', reason } : { kind: 'not_sent', reason, alarm: 'smtp_access' };
}

/** Answered at once to a size declared with the sender (RFC 1870). */
function isTooLarge(status: number, command: string): boolean {
  return status === 552 && command === 'MAIL FROM';
}

function smtpStep(command: string): string {
  const steps: Readonly<Record<string, string>> = {
    'RCPT TO': 'the recipient',
    'MAIL FROM': 'the sender',
    DATA: 'the message',
  };
  return steps[command] ?? 'the connection';
}

/** Sorts the HTTP status a receiver of outgoing webhooks answered. `retryAfterMs` is what its `Retry-After` asked for. */
export function sortWebhookStatus(status: number, retryAfterMs?: number): SendResult {
  const wait = waitOf(retryAfterMs);
  if (status >= 200 && status < 300) return { kind: 'sent', reference: { status: String(status) } };
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      reason: `the receiver answered a redirect (${status}); redirects are not followed: put the final address into the rule`,
    };
  const reason = `the receiver answered ${status}`;
  if (status === 503) return { kind: 'not_sent', reason, ...wait, unavailable: true };
  if (status === 408 || status === 425 || status === 429) return { kind: 'not_sent', reason, ...wait };
  // It may have been worked on before it broke, or the answer got lost behind a gateway.
  if (status >= 500) return { kind: 'unknown_outcome', reason, ...wait, unavailable: true };
  return { kind: 'refused', reason: `the receiver refused the webhook (${status})` };
}

function waitOf(askedMs: number | undefined): { readonly afterMs?: number } {
  const afterMs = namedWaitMs(askedMs);
  return afterMs === undefined ? {} : { afterMs };
}

/** The short name of such an error, as deliveries and deletions keep their reasons. */
export function reasonOf({ type, message }: ApplicationFailure): string {
  return type ?? message;
}

/** A shorter wait that someone names, such as `Retry-After: 0`, is none: he would be asked faster than without it. */
const LEAST_NAMED_MS = 1_000;

/** The wait that someone who limits calls has named, in milliseconds; undefined where it is left to the profile. */
export function namedWaitMs(askedMs: number | undefined): number | undefined {
  return askedMs !== undefined && askedMs >= LEAST_NAMED_MS ? askedMs : undefined;
}

/**
 * Throws what makes Temporal try again: after `afterMs` when the receiver named a time, otherwise by the profile.
 * @throws ApplicationFailure always
 */
export function retryLater(type: string, reason: string, afterMs?: number): never {
  throw ApplicationFailure.create({
    type,
    message: reason,
    nonRetryable: false,
    ...(afterMs === undefined ? {} : { nextRetryDelay: Math.max(afterMs, 100) }),
  });
}

/** Whether an error says that trying again changes nothing. */
export function isPermanent(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
