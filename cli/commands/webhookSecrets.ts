import {
  EXIT,
  clockOf,
  createApiClient,
  createTerminal,
  dayAndTime,
  tooLateIsFound,
} from '../terminal/index.ts';
import type { ApiClient } from '../terminal/index.ts';

/** Options of every command about secrets of webhooks. */
export interface WebhookOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

interface SecretAnswer {
  readonly origin: string;
  readonly generation: number;
  readonly secret: string;
  readonly earlier: readonly { readonly generation: number; readonly signs_until: string }[];
}

/** Shows the secret with which a receiver checks webhooks. */
export async function showWebhookSecret(origin: string, options: WebhookOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const path = `webhook-secrets?origin=${encodeURIComponent(origin)}`;
  return print(api, await tooLateIsFound(api.call<SecretAnswer>('GET', path)), options);
}

/** Gives a receiver a new secret; the one before signs on for a day. */
export async function rotateWebhookSecret(
  origin: string,
  { why, ...options }: WebhookOptions & { readonly why?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const rotated = api.call<SecretAnswer>('POST', 'webhook-secrets/rotate', { origin, why });
  return print(api, await tooLateIsFound(rotated), options);
}

async function print(api: ApiClient, answer: SecretAnswer, { json }: WebhookOptions): Promise<number> {
  const terminal = createTerminal();
  if (json) {
    terminal.json(answer);
    return EXIT.ok;
  }
  terminal.line(`Secret of ${answer.origin}, generation ${answer.generation}:`);
  terminal.line(answer.secret);
  if (answer.earlier.length === 0) return EXIT.ok;
  const zone = await clockOf(api);
  for (const { generation, signs_until: until } of answer.earlier)
    terminal.line(`Generation ${generation} also signs until ${dayAndTime(until, zone)} (${zone}).`);
  return EXIT.ok;
}
