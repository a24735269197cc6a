import { networkCode, neverSent } from '../../analytics/index.ts';
import type { SendResult } from './result.ts';

/**
 * OpenSSL codes for a peer that does not use TLS, or no version or cipher that Tripline supports. They occur in the handshake,
 * before any message is sent.
 */
const NO_HANDSHAKE =
  /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNSUPPORTED_PROTOCOL|NO_CIPHERS_AVAILABLE|[\w/]*ALERT_(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNRECOGNIZED_NAME|INTERNAL_ERROR)))$/;

/**
 * Classifies a socket error by its code. A failure before the connection was made is `not_sent`. Any later failure is
 * `unknown_outcome`.
 * @param known.mayHaveLeft false when the caller knows that no byte of the message was sent, whatever the code
 */
export function sortSocketError(
  receiver: string,
  error: unknown,
  { mayHaveLeft }: { readonly mayHaveLeft: boolean } = { mayHaveLeft: true },
): SendResult {
  const code = networkCode(error) ?? 'no code';
  if (!mayHaveLeft || neverSent(error) || NO_HANDSHAKE.test(code))
    return { kind: 'not_sent', reason: `${receiver} cannot be reached (${code})`, unavailable: true };
  return {
    kind: 'unknown_outcome',
    reason: `the connection to ${receiver} broke before it answered (${code})`,
    unavailable: true,
  };
}
