import type { Command } from 'commander';
import { fleetOption } from '../terminal/index.ts';
import type { Finish } from '../rules/index.ts';
import type { WebhookOptions } from './webhookSecrets.ts';

/** `tripline webhooks …`: what receivers of outgoing webhooks need. */
export function addWebhooks(program: Command, finish: Finish): void {
  const webhooks = program.command('webhooks').description('secrets of the receivers of outgoing webhooks');
  webhooks
    .command('secret')
    .argument('<origin>', 'such as https://hooks.example.com, or any address there')
    .addOption(fleetOption())
    .option('--json', 'print JSON')
    .description('show the secret with which a receiver checks webhooks; needs the role admin')
    .action(async (origin: string, options: WebhookOptions) =>
      finish(await (await import('./webhookSecrets.ts')).showWebhookSecret(origin, options)),
    );
  webhooks
    .command('rotate')
    .argument('<origin>', 'such as https://hooks.example.com, or any address there')
    .option('--why <text>', 'the reason, for the audit log')
    .addOption(fleetOption())
    .option('--json', 'print JSON')
    .description('give a receiver a new secret; the one before signs too for 24 hours')
    .action(async (origin: string, options: WebhookOptions & { why?: string }) =>
      finish(await (await import('./webhookSecrets.ts')).rotateWebhookSecret(origin, options)),
    );
}
