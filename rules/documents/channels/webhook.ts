import * as z from 'zod';
import { held, notBatched, webAddress } from '../fields/index.ts';

/** Webhook as an action of a rule. */
const action = z
  .strictObject({
    type: z.literal('webhook').describe('A signed HTTP request.'),
    url: webAddress
      .describe('Where to post the alert.')
      .meta({ examples: ['https://hooks.example.com/tripline'] }),
    ...held,
    ...notBatched,
  })
  .meta({ id: 'WebhookAction', description: 'Posts the alert as JSON, signed as Standard Webhooks.' });

/** Webhook as a way to page in a step of an escalation policy. */
const page = z
  .strictObject({
    type: z.literal('webhook').describe('A signed HTTP request.'),
    url: webAddress
      .describe('Where to post the incident.')
      .meta({ examples: ['https://hooks.example.com/incidents'] }),
  })
  .meta({ id: 'WebhookPage', description: 'Posts the incident as JSON, signed as Standard Webhooks.' });

/** The schemas of webhooks in all kinds of documents. */
export const webhook = { action, page };
