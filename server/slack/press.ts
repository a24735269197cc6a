import * as z from 'zod';

/** The fields of Slack's payload that are used. */
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

/** One press of a button, or one choice in a menu. */
export interface SlackPress {
  readonly actionId: string;
  /** The value of the button or of the chosen option. */
  readonly value: string;
  readonly userId: string;
  /** The person's name in the payload. */
  readonly userName?: string;
  /** Identifies the press. A repeated request for the same press has the same key. */
  readonly key: string;
  /** The message with the button, and the person who pressed. */
  readonly origin: { readonly user: string; readonly channel?: string; readonly message_ts?: string };
}

/** The presses in one request, and the Slack workspace they come from. */
export interface SlackPresses {
  readonly teamId?: string;
  readonly presses: readonly SlackPress[];
}

/** Returns whether Slack only checks the server's certificate. Such a request has `ssl_check=1` and no payload. */
export function isCertificateCheck(bytes: Uint8Array): boolean {
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  return form.get('ssl_check') === '1' && !form.has('payload');
}

/** Reads the presses in a request. Empty for other kinds of interactions; undefined if the body is no interaction from Slack. */
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
