import { EXIT, createApiClient, createTerminal, tooLateIsFound } from '../terminal/index.ts';

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
  return print(await tooLateIsFound(api.call<SecretAnswer>('GET', path)), options);
}

/** Gives a receiver a new secret; the one before signs on for a day. */
export async function rotateWebhookSecret(
  origin: string,
  { why, ...options }: WebhookOptions & { readonly why?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const rotated = api.call<SecretAnswer>('POST', 'webhook-secrets/rotate', { origin, why });
  return print(await tooLateIsFound(rotated), options);
}

function print(answer: SecretAnswer, { json }: WebhookOptions): number {
  const terminal = createTerminal();
  if (json) {
    terminal.line(JSON.stringify(answer, undefined, 2));
    return EXIT.ok;
  }
  terminal.line(`Secret of ${answer.origin}, generation ${answer.generation}:`);
  terminal.line(answer.secret);
  for (const { generation, signs_until: until } of answer.earlier)
    terminal.line(`Generation ${generation} also signs until ${until}.`);
  return EXIT.ok;
}
