import * as z from 'zod';
import { messageOf, sentence } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { endpointSecret, originOf } from '../../../messages/channels/webhook/index.ts';
import { recordAudit } from '../../../store/db/index.ts';
import { MOST_ROTATIONS, liveGenerations, rotateGeneration } from '../../../store/deliveries/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { storableText } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const TAG = 'Webhooks';
const UNSET = worded('problems.noSigningSecret');

/** Any URL of the receiver is accepted, because only its origin is used. */
const endpoint = storableText(2_048)
  .refine((text) => originOf(text) !== undefined, messageOf(sentence('noOrigin')))
  .transform((text) => originOf(text)!)
  .meta({
    description: 'The receiver’s origin, or any address there.',
    type: 'string',
    example: 'https://hooks.example.com',
  });

const secretsSchema = z
  .object({
    origin: z.string().meta({ description: 'Scheme, host and port.', example: 'https://hooks.example.com' }),
    generation: z.int().meta({ description: '1 at first, one more with each rotation.' }),
    secret: z.string().meta({
      description: 'For a Standard Webhooks library, as it is.',
      example: 'whsec_3cpWZhk9bLBGGtjCsKzEnJRSYTx3Fz3CrDUyV7nmHUA=',
    }),
    earlier: z
      .array(z.object({ generation: z.int(), secret: z.string(), signs_until: z.iso.datetime() }))
      .meta({ description: 'Earlier secrets that remain valid for a day after a rotation, newest first.' }),
  })
  .meta({ id: 'WebhookSecret' });

/** Returns the routes of signing secrets, with which receivers verify the fleet's outgoing webhooks. */
export function webhookSecretRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const { signingSecret } = deps.config.outgoingWebhooks;
  const answerFor = async (fleet: string, origin: string, at: Date) => {
    if (signingSecret === undefined) throw new Problem(409, UNSET);
    const [newest, ...earlier] = await liveGenerations(db, { fleetId: fleet, origin, at });
    const secretOf = (generation: number): string =>
      endpointSecret(signingSecret, { fleet, origin }, generation);
    return {
      origin,
      generation: newest!.generation,
      secret: secretOf(newest!.generation),
      earlier: earlier.map(({ generation, signsUntil }) => ({
        generation,
        secret: secretOf(generation),
        signs_until: signsUntil!.toISOString(),
      })),
    };
  };
  return [
    api({
      method: 'get',
      path: '/webhook-secrets',
      id: 'getWebhookSecret',
      tag: TAG,
      role: 'admin',
      summary: 'Show the secret with which a receiver verifies this fleet’s webhooks',
      description:
        'Each receiver, by its origin, has a separate secret for each fleet. Showing it is recorded in the audit log.',
      query: z.strictObject({ origin: endpoint }),
      answer: { description: 'Webhooks to the receiver carry a signature by each.', schema: secretsSchema },
      problems: { 409: 'WEBHOOK_SIGNING_SECRET is not set.' },
      async run({ fleetId, query: { origin }, caller }) {
        const at = deps.now();
        const answer = await answerFor(fleetId, origin, at);
        await recordAudit(db, {
          fleetId,
          at,
          who: caller.name,
          action: 'webhook_secret.shown',
          subjectType: 'webhook_endpoint',
          subjectId: origin,
          details: { generation: answer.generation },
        });
        return answer;
      },
    }),
    api({
      method: 'post',
      path: '/webhook-secrets/rotate',
      id: 'rotateWebhookSecret',
      isUnkeyed: 'secret_answer',
      tag: TAG,
      role: 'admin',
      summary: 'Rotate the secret of a receiver',
      description: 'The previous secret also signs for 24 hours, so that the receiver can switch.',
      body: {
        schema: z.strictObject({ origin: endpoint, why: storableText(1_000).optional() }),
        example: { origin: 'https://hooks.example.com', why: 'It was in a log.' },
      },
      answer: { description: 'The new secret, and those still valid.', schema: secretsSchema },
      problems: {
        409: `WEBHOOK_SIGNING_SECRET is not set, or the secret was rotated ${MOST_ROTATIONS} times in 24 hours.`,
      },
      async run({ fleetId, body: { origin, why }, caller }) {
        if (signingSecret === undefined) throw new Problem(409, UNSET);
        const at = deps.now();
        const asked = { fleetId, origin, at, who: caller.name, ...(why === undefined ? {} : { why }) };
        if (!(await rotateGeneration(db, asked)))
          throw new Problem(409, worded('problems.rotatedOften', { origin, count: MOST_ROTATIONS }));
        return answerFor(fleetId, origin, at);
      },
    }),
  ];
}
