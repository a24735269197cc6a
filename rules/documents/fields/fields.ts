import * as z from 'zod';
import { DAY_SECONDS, DURATION_PATTERN, WEEKDAYS, durationOf } from '../../time/index.ts';
import { LIMITS } from '../../vocabulary/index.ts';
import { messageOf, sentence } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';

/** Syntax of ids of rules and other documents. */
export const ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Syntax of a Slack channel: `#name`, or the id of a channel or person. */
export const CHANNEL = /^(?:#[^\s#@<>&,:A-Z]{1,80}|[CGDUW][A-Z0-9]{6,20})$/u;

/** Syntax of `rotation:ID`, which names the person on call. */
export const ROTATION = /^rotation:[a-z0-9][a-z0-9-]{0,62}$/;

/** Syntax of `route:ID`, which names the recipients that a recipient route has for the driver. */
export const ROUTE = /^route:[a-z0-9][a-z0-9-]{0,62}$/;

/** Syntax of `driver:manager`, which names the e-mail address of the driver's manager in the driver record. */
export const DRIVER_MANAGER = /^driver:manager$/;

/** Syntax of `driver:email`, which names the driver as the recipient of a coaching e-mail. */
export const DRIVER_EMAIL = /^driver:email$/;

/** Syntax of a rule's owner: a Slack channel or an e-mail address. */
export const OWNER = new RegExp(`${CHANNEL.source}|${z.regexes.email.source}`, 'u');

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Matches texts without characters that could start a header or a new line. */
// eslint-disable-next-line no-control-regex -- control characters are what it refuses
const PRINTABLE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/u;

/** Returns the schema of a short text on one line. */
export function line(most: number): z.ZodString {
  return z
    .string()
    .min(1)
    .max(most)
    .regex(PRINTABLE, messageOf(sentence('form_line')));
}

/** The schema of a duration such as `24h`. */
export const durationSchema = z
  .string()
  .regex(DURATION_PATTERN, messageOf(sentence('form_duration')))
  .meta({ examples: ['30s', '10m', '24h', '7d'] });

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The schema of a local time of day, `HH:MM`. */
export const timeOfDay = z
  .string()
  .regex(TIME_OF_DAY, messageOf(sentence('form_timeOfDay')))
  .meta({ examples: ['22:00'] });

/** The schema of a time zone, given by its IANA name. */
export const timezone = line(64)
  .refine(isTimeZone, messageOf(sentence('form_timezone')))
  .meta({ examples: ['Europe/Berlin'] });

/** The schema of quiet hours, during which an action's messages are held. */
export const quietHours = z
  .strictObject({
    from: timeOfDay.describe('When the hours begin.').meta({ examples: ['22:00'] }),
    to: timeOfDay.describe('When they end.').meta({ examples: ['06:00'] }),
    timezone: timezone.describe('The IANA time zone of these hours.').meta({ examples: ['Europe/Berlin'] }),
    days: z.exactOptional(
      z.array(z.enum(WEEKDAYS)).min(1).max(7).describe('Days on which the hours begin; default: every day.'),
    ),
  })
  .meta({
    id: 'RuleQuietHours',
    description:
      'Hours in which the action is held, except for critical alerts; what was held is sent as one message when they end.',
  });

/** The optional field `quiet_hours`, for actions whose messages may be held. */
export const held = { quiet_hours: z.exactOptional(quietHours) };

/** The allowed lengths of a batch window, in words. */
const BATCH_LENGTHS = sentence('form_batchLength');

const DAY_MINUTES = DAY_SECONDS / 60;

/** Syntax of the allowed lengths of a batch window: divisors of a day, and two to seven days. */
const BATCH_PATTERN = durationOf([
  ...Array.from({ length: DAY_MINUTES }, (_, index) => index + 1)
    .filter((minutes) => DAY_MINUTES % minutes === 0)
    .map((minutes) => minutes * 60),
  ...[2, 3, 4, 5, 6, 7].map((days) => days * DAY_SECONDS),
]);

/** The schema of a batch: the times at which an action sends its collected alerts. */
export const batch = z
  .strictObject({
    every: z.exactOptional(
      z
        .string()
        .regex(BATCH_PATTERN, messageOf(BATCH_LENGTHS))
        .describe(`Length of a window, counted from the fleet's midnight: ${String(BATCH_LENGTHS)}.`)
        .meta({ examples: ['1h', '4h', '24h', '7d'] }),
    ),
    at: z.exactOptional(timeOfDay.describe('Time of day at which the summary is sent.')),
    timezone: z.exactOptional(timezone),
    days: z.exactOptional(
      z.array(z.enum(WEEKDAYS)).min(1).max(7).describe('Days on which it is sent; default: every day.'),
    ),
  })
  .refine(
    ({ every, at, timezone: zone, days }) =>
      every === undefined ? at !== undefined && zone !== undefined : (at ?? zone ?? days) === undefined,
    messageOf(sentence('form_batch')),
  )
  .meta({
    id: 'RuleBatch',
    description:
      'Collects alerts, except critical ones, and sends those of all rules for one recipient as one summary at the end of each window.',
  });

/** The optional field `batch`, for actions whose alerts may be batched. */
export const batched = { batch: z.exactOptional(batch) };

/** The field `batch` for actions that cannot be batched. It accepts no value, so that the error message explains why. */
export const notBatched = {
  batch: z.exactOptional(
    z
      .never(messageOf(sentence('notBatched')))
      .describe('Not for this action: only slack and email actions can be batched.'),
  ),
};

/** Returns the schema of a Liquid template that the document's author writes. */
export const template = (what: string): z.ZodString =>
  z.string().min(1).max(LIMITS.templateLength).describe(what);

/**
 * Syntax of addresses that all mail servers accept (RFC 5321, 1035): at most 64 characters before the at sign. Each label after
 * it has at most 63 characters, and neither begins nor ends with a hyphen. Without these limits, an address could be accepted
 * here and refused when sending.
 */
const ADDRESS =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * Returns the schema of an e-mail address.
 * @param error the required form, for the error message
 */
export function emailAddress(error?: Sentence): z.ZodEmail {
  return z.email({ pattern: ADDRESS, ...(error === undefined ? {} : { error: messageOf(error) }) });
}

/**
 * Returns the schema of an e-mail address or a placeholder for recipients, such as `route:ID`.
 * @param names syntax of the allowed placeholders, each anchored at both ends
 * @param error the required form, for the error message
 */
export function recipientOr(names: readonly RegExp[], error: Sentence): z.ZodString {
  return z
    .string()
    .max(LIMITS.emailLength)
    .regex(anyOf([ADDRESS, ...names]), messageOf(error));
}

/**
 * Returns the schema of a Slack channel, a person in Slack, or a placeholder for recipients.
 * @param names as in `recipientOr`
 * @param error as in `recipientOr`
 */
export function channelOr(names: readonly RegExp[], error: Sentence): z.ZodString {
  return z
    .string()
    .max(LIMITS.idLength)
    .regex(anyOf([CHANNEL, ...names]), messageOf(error));
}

function anyOf(forms: readonly RegExp[]): RegExp {
  return new RegExp(forms.map(({ source }) => source).join('|'), 'u');
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.hash === '';
}

/** The schema of the URL of an outgoing webhook. */
export const webAddress = z
  .string()
  .min(1)
  .max(2_048)
  .refine((text) => PRINTABLE.test(text) && isWebAddress(text), messageOf(sentence('form_webAddress')))
  .meta({ pattern: '^ *[hH][tT][tT][pP][sS]?:[^#]*#?$' });

/** Returns the fields at the start of every document: the location of its schema, and the document's id. */
export function documentHead(id: string, example: string) {
  return {
    $schema: z.exactOptional(
      z.string().max(LIMITS.idLength).describe('Location of the schema, for editors.'),
    ),
    id: z
      .string()
      .regex(ID_PATTERN, messageOf(sentence('form_id')))
      .describe(id)
      .meta({ examples: [example] }),
  };
}
