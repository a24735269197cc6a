import { createHmac } from 'node:crypto';

/** One press as Slack sends it. */
export interface PressInTest {
  readonly actionId: string;
  readonly value?: string;
  /** The value of the chosen option, for a menu. */
  readonly option?: string;
  readonly user?: string;
  readonly userName?: string;
  readonly team?: string;
  readonly actionTs?: string;
}

/** Returns the body of a press: a form whose one field is JSON. */
export function pressBody(press: PressInTest): string {
  const { actionId: action_id, value, option, user = 'U01', userName = 'ann.slack', team = 'T1' } = press;
  const action = {
    action_id,
    block_id: 'b',
    action_ts: press.actionTs ?? '1790000000.000100',
    type: 'button',
    ...(value !== undefined && { value }),
    ...(option !== undefined && { type: 'static_select', selected_option: { value: option } }),
  };
  const payload = {
    type: 'block_actions',
    team: { id: team, domain: 'x' },
    user: { id: user, username: userName },
    channel: { id: 'C1', name: 'safety' },
    container: { type: 'message', message_ts: '1.2' },
    actions: [action],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}

/**
 * Returns headers with Slack's signature of a body.
 * @param at Unix seconds
 */
export function signedHeaders(secret: string, body: string, at: number): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${digest}`,
  };
}
