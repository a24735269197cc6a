import * as z from 'zod';
import { ROTATION, ROUTE, batched, channelOr, held, template } from '../fields/index.ts';
import { messageOf, sentence } from '../words/index.ts';

/** Slack as an action of a rule. */
const action = z
  .strictObject({
    type: z.literal('slack').describe('A Slack message.'),
    channel: channelOr([ROUTE], sentence('form_channelOfAction'))
      .describe('Channel name with #, or its id; route:ID for the recipients of a recipient route.')
      .meta({ examples: ['#fleet-safety', 'route:regional-manager'] }),
    text: z.exactOptional(template('Your own text above the facts, a Liquid template.')),
    ...held,
    ...batched,
  })
  .meta({ id: 'SlackAction', description: 'Sends a Slack message.' });

/** Slack as a way to page in a step of an escalation policy. */
const page = z
  .strictObject({
    type: z.literal('slack').describe('A Slack message with buttons.'),
    channel: channelOr([ROTATION, ROUTE], sentence('form_channelOfPage'))
      .describe(
        'Channel name with #, the id of a channel or person, rotation:ID for whoever is on call, or route:ID for the recipients of a recipient route.',
      )
      .meta({ examples: ['#safety-urgent', 'rotation:safety', 'route:regional-manager'] }),
  })
  .meta({
    id: 'SlackPage',
    description: 'Notifies a Slack channel or person; anyone who sees the message can answer with a button.',
  });

/** Slack id of a person in a rotation. */
const person = z
  .string()
  .regex(/^[UW][A-Z0-9]{1,20}$/, messageOf(sentence('form_slackPerson')))
  .describe(
    'Their Slack member id (in Slack: profile, “Copy member ID”); receives Slack messages to the rotation during their shift.',
  )
  .meta({ examples: ['U01ABCDEF'] });

/** Slack channel of an entry in a recipient route. */
const entry = channelOr([ROTATION], sentence('form_channelOfEntry'))
  .describe('Who is notified in Slack: a channel, a person, or rotation:ID for whoever is on call.')
  .meta({ examples: ['#north', 'rotation:north'] });

/** Slack channel or person that receives the approval request for a trip's deletion. */
const ask = channelOr([ROUTE], sentence('form_channelOfAsk'))
  .describe(
    'Slack channel or person (an id such as U0123456789) who is asked for approval, or route:ID; default: the summaries of the rule’s batched actions; else the channels of its Slack actions, or without any its e-mail and webhook recipients.',
  )
  .meta({ examples: ['#fleet-safety', 'U0123456789', 'route:regional-manager'] });

/** Slack channel that receives a digest. */
const digest = channelOr([ROUTE], sentence('form_channelOfDigest'))
  .describe(
    'A Slack channel that also gets it: its name with #, or its id. With `route:ID` of a route by group, each entry gets the digest of its own group.',
  )
  .meta({ examples: ['#fleet', 'route:regional-manager'] });

/** The schemas of Slack in all kinds of documents. */
export const slack = { action, page, person, entry, ask, digest };
