/** The commands about secrets, with which receivers verify outgoing webhooks. */
import { apiCommand, argument, group, text } from '../declaration/index.ts';

const origin = argument('<origin>', 'such as https://hooks.example.com, or any address there');

export const webhooks = group('webhooks', 'secrets for receivers of outgoing webhooks', [
  apiCommand({
    name: 'secret',
    about: 'show the secret with which a receiver verifies webhooks (requires the role admin)',
    method: 'get',
    path: 'webhook-secrets',
    query: { origin },
    isConflictFound: true,
    module: () => import('./secret.ts'),
  }),
  apiCommand({
    name: 'rotate',
    about: 'rotate a receiver’s secret; the previous one also signs for 24 hours',
    method: 'post',
    path: 'webhook-secrets/rotate',
    body: { origin, why: text('--why <text>', 'the reason, for the audit log') },
    isConflictFound: true,
    module: () => import('./secret.ts'),
  }),
]);
