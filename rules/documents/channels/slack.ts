import * as z from 'zod';
import { LIMITS } from '../../vocabulary/index.ts';
import { CHANNEL, ROTATION, batched, held, template } from '../fields/index.ts';

/** The action of a rule. */
const action = z
  .strictObject({
    type: z.literal('slack').describe('A Slack message.'),
    channel: z
      .string()
      .regex(CHANNEL, 'a Slack channel such as #fleet-safety, or its id such as C0123456789')
      .describe('Channel name with #, or its id.')
      .meta({ examples: ['#fleet-safety'] }),
    text: z.exactOptional(template('Your own text above the facts, a Liquid template.')),
    ...held,
    ...batched,
  })
  .describe('Sends a Slack message.');

const RECEIVER = new RegExp(`${CHANNEL.source}|${ROTATION.source}`, 'u');

/** One way of notifying in a step of an escalation policy. */
const page = z
  .strictObject({
    type: z.literal('slack').describe('A Slack message with buttons.'),
    channel: z
      .string()
      .max(LIMITS.idLength)
      .regex(
        RECEIVER,
        'a Slack channel such as #safety-urgent, the id of a channel or person such as U01ABCDEF, or rotation:ID',
      )
      .describe('Channel name with #, the id of a channel or person, or rotation:ID for whoever is on call.')
      .meta({ examples: ['#safety-urgent', 'rotation:safety'] }),
  })
  .describe('Notifies a Slack channel or person; anyone who sees the message can answer with a button.');

/** Of a person in a rotation. */
const person = z
  .string()
  .regex(
    /^[UW][A-Z0-9]{1,20}$/,
    'the id of a Slack person, such as U01ABCDEF (in Slack: profile, “Copy member ID”)',
  )
  .describe(
    'Their Slack member id (in Slack: profile, “Copy member ID”); receives Slack messages to the rotation during their shift.',
  )
  .meta({ examples: ['U01ABCDEF'] });

/** Slack in documents. */
export const slack = { action, page, person };
