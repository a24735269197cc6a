import * as z from 'zod';
import {
  CHANNEL,
  durationSchema,
  ID_PATTERN,
  line,
  timeOfDay,
  timezone,
  webAddress,
} from './actionSchema.ts';
import { WEEKDAYS } from '../time/index.ts';
import { LIMITS } from '../vocabulary/index.ts';

/** `rotation:ID` stands for whoever's turn it is. */
const ROTATION = /^rotation:[a-z0-9][a-z0-9-]{0,62}$/;

const SLACK_RECEIVER = new RegExp(`${CHANNEL.source}|${ROTATION.source}`, 'u');
const EMAIL_RECEIVER = new RegExp(`${z.regexes.email.source}|${ROTATION.source}`, 'u');

const slack = z
  .strictObject({
    type: z.literal('slack').describe('A Slack message with buttons.'),
    channel: z
      .string()
      .max(LIMITS.idLength)
      .regex(
        SLACK_RECEIVER,
        'a Slack channel such as #safety-urgent, the id of a channel or person such as U01ABCDEF, or rotation:ID',
      )
      .describe(
        'Channel name with #, the id of a channel or person, or rotation:ID for whoever’s turn it is.',
      )
      .meta({ examples: ['#safety-urgent', 'rotation:safety'] }),
  })
  .describe('Tells a Slack channel or person; who sees it can answer with a button.');

const email = z
  .strictObject({
    type: z.literal('email').describe('An e-mail with a link to answer.'),
    to: z
      .array(
        z
          .string()
          .max(LIMITS.idLength)
          .regex(EMAIL_RECEIVER, 'an e-mail address such as lead@example.com, or rotation:ID'),
      )
      .min(1)
      .max(LIMITS.pageReceivers)
      .describe('Addresses, or rotation:ID for whoever’s turn it is; each gets a message of its own.')
      .meta({ examples: [['rotation:safety'], ['head@example.com']] }),
  })
  .describe('Tells people by e-mail; the link in it leads to a page where they answer.');

const webhook = z
  .strictObject({
    type: z.literal('webhook').describe('A signed HTTP request.'),
    url: webAddress
      .describe('Where to post the incident.')
      .meta({ examples: ['https://hooks.example.com/incidents'] }),
  })
  .describe('Posts the incident as JSON, signed as Standard Webhooks.');

const receiver = z.discriminatedUnion('type', [slack, email, webhook]);

const receivers = z.array(receiver).min(1).max(LIMITS.pageReceivers);

const hours = z
  .strictObject({
    days: z.exactOptional(
      z
        .array(z.enum(WEEKDAYS))
        .min(1)
        .max(7)
        .describe('Days on which the hours begin; every day without it.')
        .meta({ examples: [['mon', 'tue', 'wed', 'thu', 'fri']] }),
    ),
    from: z.exactOptional(timeOfDay.describe('First minute of the hours; midnight without it.')),
    to: z.exactOptional(
      timeOfDay.describe('End of the hours, the next day when it is not after `from`; midnight without it.'),
    ),
    timezone: timezone
      .describe('Whose clock that is.')
      .meta({ examples: ['Europe/Berlin', 'America/Chicago'] }),
  })
  .describe('The hours of the step: outside of them it is skipped, and the timeline says so.');

const step = z
  .strictObject({
    after: durationSchema
      .describe('How long after the start of the round; it must not fall from step to step.')
      .meta({ examples: ['0m', '10m', '30m'] }),
    notify: receivers.describe('Who is told. Steps told before stay told.'),
    when: z.exactOptional(hours),
  })
  .describe('One step of the chain: who is told, and when.');

const steps = z
  .array(step)
  .min(1)
  .max(LIMITS.steps)
  .describe('The chain, in order; it stops as soon as somebody acknowledges.');

const repeat = z
  .strictObject({
    times: z
      .int()
      .min(0)
      .max(LIMITS.rounds)
      .describe('How many more rounds follow the first one.')
      .meta({ examples: [2] }),
    every: durationSchema
      .describe(
        'How long after the last step of a round the next one starts; the first step’s own wait comes on top.',
      )
      .meta({ examples: ['15m'] }),
  })
  .describe('The whole chain again while nobody answers; once without it.');

const late = z
  .strictObject({
    after: durationSchema
      .describe('A trip that ended longer ago than this when its incident opens is late.')
      .meta({ examples: ['12h'] }),
    steps,
    repeat: z.exactOptional(repeat),
  })
  .describe(
    'The chain for trips that arrive late; the usual one without it. The message says how old the trip is.',
  );

/** An escalation policy document: who is told of an incident, and who next when nobody answers. */
export const escalationPolicySchema = z
  .strictObject({
    $schema: z.exactOptional(z.string().max(LIMITS.idLength).describe('Where the schema is, for editors.')),
    id: z
      .string()
      .regex(ID_PATTERN, 'an id: small letters, digits and hyphens, at most 63 characters')
      .describe('Id of the policy: what rules name in `escalate`.')
      .meta({ examples: ['collision'] }),
    name: line(LIMITS.nameLength)
      .describe('What people call the policy.')
      .meta({ examples: ['Collision'] }),
    description: z.exactOptional(
      z.string().max(LIMITS.templateLength).describe('What the policy is for, and who agreed to it.'),
    ),
    steps,
    repeat: z.exactOptional(repeat),
    repage_after: z.exactOptional(
      durationSchema
        .describe(
          'Who acknowledged and is silent this long is no longer taken to have it: the newest step is told again. Never without it.',
        )
        .meta({ examples: ['2h'] }),
    ),
    join_within: z.exactOptional(
      durationSchema
        .describe(
          'A further alert of the same driver joins an incident that opened within this time, instead of opening one; a fresh one joins none of a late trip. One of the same trip always joins.',
        )
        .meta({ examples: ['30m'] }),
    ),
    unanswered: z.exactOptional(
      receivers.describe(
        'Who is told when the chain ended and nobody answered: `repeat.every` (15m without) after the very last step. The incident stays open.',
      ),
    ),
    late: z.exactOptional(late),
  })
  .describe('Who is told of an incident, and who next when nobody answers.');

/** An escalation policy. */
export type EscalationPolicy = z.output<typeof escalationPolicySchema>;
/** One way of telling somebody in a step. */
export type PolicyReceiver = z.output<typeof receiver>;
/** One step of a chain. */
export type PolicyStep = EscalationPolicy['steps'][number];
