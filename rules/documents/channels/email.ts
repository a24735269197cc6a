import * as z from 'zod';
import { LIMITS } from '../../vocabulary/index.ts';
import { ROTATION, batched, emailAddress, held, line, template } from '../fields/index.ts';

/** The action of a rule. */
const action = z
  .strictObject({
    type: z.literal('email').describe('An e-mail to each address.'),
    to: z
      .array(emailAddress('an e-mail address such as lead@example.com').max(254))
      .min(1)
      .max(LIMITS.recipients)
      .describe('Addresses; each gets a separate message.')
      .meta({ examples: [['lead@example.com']] }),
    subject: z.exactOptional(
      line(LIMITS.templateLength)
        .describe('Your own subject, a Liquid template.')
        .meta({ examples: ["{{ driver.id }}: {{ facts['driver.events.count'] }} phone events in 7 days"] }),
    ),
    text: z.exactOptional(template('Your own text above the facts, a Liquid template.')),
    ...held,
    ...batched,
  })
  .describe('Sends an e-mail.');

const RECEIVER = new RegExp(`${z.regexes.email.source}|${ROTATION.source}`, 'u');

/** One way of notifying in a step of an escalation policy. */
const page = z
  .strictObject({
    type: z.literal('email').describe('An e-mail with a link to answer.'),
    to: z
      .array(
        z
          .string()
          .max(LIMITS.idLength)
          .regex(RECEIVER, 'an e-mail address such as lead@example.com, or rotation:ID'),
      )
      .min(1)
      .max(LIMITS.pageReceivers)
      .describe('Addresses, or rotation:ID for whoever is on call; each gets a separate message.')
      .meta({ examples: [['rotation:safety'], ['head@example.com']] }),
  })
  .describe('Notifies people by e-mail; the message links to a page where they answer.');

/** Of a person in a rotation. */
const person = emailAddress('an e-mail address such as ann@example.com')
  .max(LIMITS.idLength)
  .describe('Receives e-mails to the rotation during their shift.')
  .meta({ examples: ['ann@example.com'] });

/** E-mail in documents. */
export const email = { action, page, person };
