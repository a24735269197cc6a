import * as z from 'zod';
import { DRIVER_FIELDS, LIMITS } from '../vocabulary/index.ts';
import type { DriverField } from '../vocabulary/index.ts';
import { line } from './fields/index.ts';
import { PATH_PATTERN } from './conditionSchema.ts';
import { messageOf, sentence } from './words/index.ts';

/** The id of the settings document. A fleet has only one. */
export const SETTINGS_ID = 'settings';

/** Maximum lengths, in characters, of a logo's `https:` URL and of a `data:` URL with the picture itself (about 7 kB). */
const LOGO = { address: 2_000, data: LIMITS.textLength } as const;
const DATA_ADDRESS = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Syntax of a logo's URL, without its maximum length. */
const LOGO_PATTERN = `${DATA_ADDRESS.source}|^[\\u0000- ]*[hH][tT][tT][pP][sS]:`;

function isLogo(text: string): boolean {
  if (text.startsWith('data:')) return text.length <= LOGO.data && DATA_ADDRESS.test(text);
  return text.length <= LOGO.address && URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** Creates an object with one entry for each field of the driver record. */
function byField<T extends z.ZodType>(make: (field: (typeof DRIVER_FIELDS)[number]) => T) {
  return Object.fromEntries(DRIVER_FIELDS.map((field) => [field.name, make(field)])) as Record<
    DriverField,
    T
  >;
}

const driverFields = z
  .strictObject(
    byField((field) =>
      z.exactOptional(
        z
          .string()
          .max(LIMITS.idLength)
          .regex(PATH_PATTERN, messageOf(sentence('form_path', { example: `$.${field.name}` })))
          .describe(`Where a driver’s attributes hold it. ${field.help}`)
          .meta({ examples: [`$.${field.name}`] }),
      ),
    ),
  )
  .default({})
  .describe(
    'Where a driver’s attributes, as the service sends them, hold the fields of the driver record. A field that the directory has takes precedence.',
  );

const brand = z
  .strictObject({
    name: z.exactOptional(
      line(LIMITS.nameLength)
        .describe('The name under which messages are sent; default: the fleet’s name.')
        .meta({ examples: ['Acme Logistics'] }),
    ),
    logo: z.exactOptional(
      z
        .string()
        .refine(isLogo, messageOf(sentence('form_logo', { most: LOGO.data })))
        .describe(
          `The logo at the top of e-mails: an https address, or a \`data:\` address of at most ${LOGO.data} characters.`,
        )
        .meta({ examples: ['https://example.com/logo.png'], pattern: LOGO_PATTERN }),
    ),
    accent: z.exactOptional(
      z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, messageOf(sentence('form_colour')))
        .describe('The colour of buttons in e-mails. White text on it must have a contrast of at least 4.5.')
        .meta({ examples: ['#12395f'] }),
    ),
  })
  .describe('How e-mails of the fleet look.');

const switches = {
  ...byField(({ help, isShown }) =>
    z.boolean().default(isShown).describe(`Whether messages show it. ${help}`),
  ),
  path_pictures: z
    .boolean()
    .default(true)
    .describe(
      'Whether messages and pages show the picture of a trip’s path, and incidents the street address of their place. The shape of a path can be matched to a map. When off, neither the geocoder nor the tile server is asked.',
    ),
  coaching_emails: z.boolean().default(false).describe('Whether a driver may be sent e-mails.'),
};
const privacy = z.strictObject(switches);

/** Privacy settings of a fleet without published settings. */
const DEFAULT_PRIVACY = privacy.parse({});

/**
 * The schema of a fleet's settings: how drivers are shown, language, units and appearance. Connections and secrets are configured
 * elsewhere.
 */
export const settingsSchema = z
  .strictObject({
    $schema: z.exactOptional(
      z.string().max(LIMITS.idLength).describe('Location of the schema, for editors.'),
    ),
    id: z.literal(SETTINGS_ID).default(SETTINGS_ID).describe('Always `settings`.'),
    driver_fields: driverFields,
    language: z
      .enum(['en', 'de'])
      .default('en')
      .describe('The language of messages and pages, and of digests that do not set one: English or German.'),
    units: z
      .enum(['km', 'miles'])
      .default('km')
      .describe('The unit of distances in digests that do not set one.'),
    brand: z.exactOptional(brand),
    privacy: privacy
      .default(DEFAULT_PRIVACY)
      .describe('What messages and the pages behind their links show of a driver.'),
  })
  .describe('The settings of a fleet. Every field has a default.');

/** The settings of a fleet, with defaults filled in. */
export type Settings = z.output<typeof settingsSchema>;
