import * as z from 'zod';
import { PAGE_SCHEMAS } from './channels/index.ts';
import { documentHead, durationSchema, line, timeOfDay, timezone } from './fields/index.ts';
import { WEEKDAYS } from '../time/index.ts';
import { LIMITS } from '../vocabulary/index.ts';

const receiver = z.discriminatedUnion('type', PAGE_SCHEMAS);

const receivers = z.array(receiver).min(1).max(LIMITS.pageReceivers);

const hours = z
  .strictObject({
    days: z.exactOptional(
      z
        .array(z.enum(WEEKDAYS))
        .min(1)
        .max(7)
        .describe('Days on which the hours begin; default: every day.')
        .meta({ examples: [['mon', 'tue', 'wed', 'thu', 'fri']] }),
    ),
    from: z.exactOptional(timeOfDay.describe('Start of the hours; default: midnight.')),
    to: z.exactOptional(
      timeOfDay.describe('End of the hours, on the next day if not after `from`; default: midnight.'),
    ),
    timezone: timezone
      .describe('The IANA time zone of these times.')
      .meta({ examples: ['Europe/Berlin', 'America/Chicago'] }),
  })
  .describe('The hours of the step: outside them it is skipped, which the timeline shows.');

const step = z
  .strictObject({
    after: durationSchema
      .describe('How long after the start of the round; must not decrease from step to step.')
      .meta({ examples: ['0m', '10m', '30m'] }),
    notify: receivers.describe('Who is notified.'),
    when: z.exactOptional(hours),
  })
  .describe('One step: who is notified, and when.');

const steps = z
  .array(step)
  .min(1)
  .max(LIMITS.steps)
  .describe('The steps, in order; they stop as soon as someone acknowledges.');

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
        'How long after the last step of a round the next one starts; the first step’s own wait is added.',
      )
      .meta({ examples: ['15m'] }),
  })
  .describe('Repeats all steps until someone acknowledges; default: one round.');

const late = z
  .strictObject({
    after: durationSchema
      .describe('A trip that ended longer ago than this when its incident opens is late.')
      .meta({ examples: ['12h'] }),
    steps,
    repeat: z.exactOptional(repeat),
  })
  .describe(
    'The steps for trips that arrive late; default: the usual ones. The message says how old the trip is.',
  );

/**
 * The schema of an escalation policy document: who is paged first about an incident, and who is paged next while no person has
 * answered.
 */
export const escalationPolicySchema = z
  .strictObject({
    ...documentHead('Id of the policy, as rules name it in `escalate`.', 'collision'),
    name: line(LIMITS.nameLength)
      .describe('Name of the policy.')
      .meta({ examples: ['Collision'] }),
    description: z.exactOptional(
      z.string().max(LIMITS.templateLength).describe('What the policy is for, and who approved it.'),
    ),
    steps,
    repeat: z.exactOptional(repeat),
    repage_after: z.exactOptional(
      durationSchema
        .describe(
          'Paging resumes with the newest step if the assignee gives no update for this long. Default: never.',
        )
        .meta({ examples: ['2h'] }),
    ),
    join_within: z.exactOptional(
      durationSchema
        .describe(
          'Another alert about the same driver joins an incident opened within this time, instead of opening a new one; an alert of a current trip never joins an incident of a late trip. Alerts of the same trip always join.',
        )
        .meta({ examples: ['30m'] }),
    ),
    unanswered: z.exactOptional(
      receivers.describe(
        'Who is notified when all steps have run and nobody acknowledged: `repeat.every` (default 15m) after the very last step. The incident stays open.',
      ),
    ),
    late: z.exactOptional(late),
  })
  .describe('Who is notified of an incident, and who next if nobody acknowledges.');

/** An escalation policy. */
export type EscalationPolicy = z.output<typeof escalationPolicySchema>;
/** A receiver of a step, with its channel. */
export type PolicyReceiver = z.output<typeof receiver>;
/** One step of an escalation policy. */
export type PolicyStep = EscalationPolicy['steps'][number];
