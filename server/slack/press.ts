import * as z from 'zod';

/** Fields of Slack's payload that are read. */
const payloadSchema = z.looseObject({
  type: z.string(),
  team: z.looseObject({ id: z.string() }).nullish(),
  user: z.looseObject({ id: z.string(), username: z.string().optional(), name: z.string().optional() }),
  channel: z.looseObject({ id: z.string() }).optional(),
  container: z.looseObject({ message_ts: z.string().optional() }).optional(),
  actions: z
    .array(
      z.looseObject({
        action_id: z.string(),
        action_ts: z.string().optional(),
        value: z.string().optional(),
        selected_option: z.looseObject({ value: z.string() }).nullish(),
      }),
    )
    .optional(),
});

/** One press of one button, or one choice in a menu. */
export interface SlackPress {
  readonly actionId: string;
  /** The button's value, or that of the option that was chosen. */
  readonly value: string;
  readonly userId: string;
  /** The person's name in the payload. */
  readonly userName?: string;
  /** The same press, sent again, has the same one. */
  readonly key: string;
  /** Where the message with the button is. */
  readonly origin: { readonly user: string; readonly channel?: string; readonly message_ts?: string };
}

/** Presses of one request, and whose Slack they come from. */
export interface SlackPresses {
  readonly teamId?: string;
  readonly presses: readonly SlackPress[];
}

/** Whether Slack only checks the address's certificate: such a request has `ssl_check=1` and no payload. */
export function isCertificateCheck(bytes: Uint8Array): boolean {
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  return form.get('ssl_check') === '1' && !form.has('payload');
}

/** Reads the presses; undefined when the bytes are no interaction of Slack's. Other kinds of interactions hold none. */
export function readPresses(bytes: Uint8Array): SlackPresses | undefined {
  const text = new URLSearchParams(new TextDecoder().decode(bytes)).get('payload');
  const parsed = payloadSchema.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const { type, team, user, channel, container, actions = [] } = parsed.data;
  const teamId = team?.id;
  const userName = user.username ?? user.name;
  const origin = {
    user: user.id,
    ...(channel && { channel: channel.id }),
    ...(container?.message_ts !== undefined && { message_ts: container.message_ts }),
  };
  const presses = (type === 'block_actions' ? actions : []).map((action) => ({
    actionId: action.action_id,
    value: action.selected_option?.value ?? action.value ?? '',
    userId: user.id,
    ...(userName !== undefined && { userName: userName.slice(0, 200) }),
    key: JSON.stringify(['slack', teamId ?? '', user.id, action.action_ts ?? '', action.action_id]),
    origin,
  }));
  return { presses, ...(teamId !== undefined && { teamId }) };
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
