import * as z from 'zod';
import { LIMITS } from '../../vocabulary/index.ts';
import {
  DRIVER_EMAIL,
  DRIVER_MANAGER,
  ROTATION,
  ROUTE,
  batched,
  emailAddress,
  held,
  line,
  recipientOr,
  template,
} from '../fields/index.ts';
import { sentence } from '../words/index.ts';

/** E-mail as an action of a rule. */
const action = z
  .strictObject({
    type: z.literal('email').describe('An e-mail to each address.'),
    to: z
      .array(recipientOr([ROUTE, DRIVER_MANAGER, DRIVER_EMAIL], sentence('form_addressOfAction')))
      .min(1)
      .max(LIMITS.recipients)
      .describe(
        'Addresses; each gets a separate message. `route:ID` stands for the recipients of a recipient route, `driver:manager` for the manager in the driver record, `driver:email` for a coaching e-mail to the driver.',
      )
      .meta({ examples: [['lead@example.com'], ['route:regional-manager'], ['driver:manager']] }),
    subject: z.exactOptional(
      line(LIMITS.templateLength)
        .describe('Your own subject, a Liquid template.')
        .meta({
          examples: ["{{ driver.label }}: {{ facts['driver.events.count'] }} phone events in 7 days"],
        }),
    ),
    text: z.exactOptional(template('Your own text above the facts, a Liquid template.')),
    ...held,
    ...batched,
  })
  .meta({ id: 'EmailAction', description: 'Sends an e-mail.' });

/** E-mail as a way to page in a step of an escalation policy. */
const page = z
  .strictObject({
    type: z.literal('email').describe('An e-mail with a link to answer.'),
    to: z
      .array(recipientOr([ROTATION, ROUTE, DRIVER_MANAGER], sentence('form_addressOfPage')))
      .min(1)
      .max(LIMITS.pageReceivers)
      .describe(
        'Addresses, rotation:ID for whoever is on call, route:ID for the recipients of a recipient route, or driver:manager; each gets a separate message.',
      )
      .meta({ examples: [['rotation:safety'], ['head@example.com'], ['route:regional-manager']] }),
  })
  .meta({
    id: 'EmailPage',
    description: 'Notifies people by e-mail; the message links to a page where they answer.',
  });

/** E-mail address of a person in a rotation. */
const person = emailAddress(sentence('form_addressOfPerson'))
  .max(LIMITS.idLength)
  .describe('Receives e-mails to the rotation during their shift.')
  .meta({ examples: ['ann@example.com'] });

/** E-mail addresses of an entry in a recipient route. */
const entry = z
  .array(recipientOr([ROTATION, DRIVER_MANAGER], sentence('form_addressOfEntry')))
  .min(1)
  .max(LIMITS.pageReceivers)
  .describe('Who is notified by e-mail: addresses, rotation:ID for whoever is on call, or driver:manager.')
  .meta({ examples: [['north@example.com'], ['rotation:north']] });

/** E-mail addresses that receive a digest. */
const digest = z
  .array(recipientOr([ROUTE], sentence('form_addressOfDigest')))
  .min(1)
  .max(LIMITS.recipients)
  .describe(
    'Addresses; each gets a separate message. With `route:ID` of a route by group, each entry gets the digest of its own group.',
  )
  .meta({ examples: [['lead@example.com'], ['route:regional-manager']] });

/** The schemas of e-mail in all kinds of documents. */
export const email = { action, page, person, entry, digest };
