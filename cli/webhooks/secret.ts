import type { Answer } from '../../api/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime } from '../terminal/index.ts';

/**
 * Prints the secret with which a receiver verifies webhooks, and earlier secrets with the time until which
 * they also sign.
 */
export async function print(
  { origin, generation, secret, earlier }: Answer<'webhook-secrets'>,
  { terminal, zone: clock }: Shown,
): Promise<void> {
  terminal.line(`Secret of ${origin}, generation ${generation}:`);
  terminal.line(secret);
  if (earlier.length === 0) return;
  const zone = await clock();
  for (const { generation: before, signs_until: until } of earlier)
    terminal.line(`Generation ${before} also signs until ${dayAndTime(until, zone)} (${zone}).`);
}
