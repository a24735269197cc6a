import { describe, expect, it } from 'vitest';
import { sayIn } from '../../../console/language/say/index.ts';
import { fieldName, fieldValue } from '../../../console/views/rules/form/index.ts';
import type { Json } from '../../../console/views/rules/form/index.ts';
import { documentJsonSchema } from '../../../rules/schemas/index.ts';
import { sayInEnglish } from '../../support/browser/consoleSay.ts';

const QUIET = { from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };

describe('a field of a rule in words', () => {
  it.each<[string, Json, string]>([
    ['quiet_hours', QUIET, 'quiet hours: 22:00 to 06:00 (Europe/Berlin)'],
    [
      'quiet_hours',
      { ...QUIET, days: ['mon', 'fri'] },
      'quiet hours: 22:00 to 06:00 (Europe/Berlin), Monday, Friday',
    ],
    ['batch', { every: '4h' }, 'batch: one summary every 4 hours'],
    ['batch', { at: '08:00', timezone: 'UTC' }, 'batch: one summary at 08:00 (UTC)'],
    ['throttle', { per: 'driver', every: '24h' }, 'Throttle: at most one alert per driver in 24 hours'],
    ['budget', { alerts_per_day: 40 }, 'Budget: 40 alerts a day at most'],
    ['scope', { groups: ['north'], exclude_drivers: ['d-1'] }, 'Applies to: groups: north, not drivers: d-1'],
    ['max_share', 0.05, 'at most of the day’s trips: 5 %'],
    ['expires_after', '14d', 'approval request expires after: 14 days'],
    ['approval', 'required', 'approval: by a person'],
    ['severity', 'critical', 'Severity: Critical'],
    ['suppresses', ['a', 'b'], 'Suppresses: a, b'],
    // Unknown fields are shown as they are, never with another field's label.
    ['quiet_hours', { from: '22:00', to: '06:00' }, 'quiet hours: from: 22:00, to: 06:00'],
    ['a {field}', { to: ['b'], name: '{c}' }, 'a {field}: to: b, name: {c}'],
    ['mode', 'a {mode}', 'Mode: a {mode}'],
    ['needed', 'between', 'needed: between'],
  ])('%s %j is “%s”', (name, value, expected) => {
    expect(`${fieldName(sayInEnglish, name)}: ${fieldValue(sayInEnglish, name, value)}`).toBe(expected);
  });

  it.each(['en', 'de'] as const)(
    'every field that a rule or an action has is called something, %s',
    async (language) => {
      const say = await sayIn(language);
      const shown = [...fieldsOf(documentJsonSchema('rule'))].filter(
        (name) => !['$schema', 'id', 'conditions', 'actions', 'type'].includes(name),
      );
      expect(shown.length).toBeGreaterThan(20);
      expect(shown.filter((name) => say.known(`rules.field_${name}`) === undefined)).toEqual([]);
    },
  );
});

interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Returns the fields of a rule and of its actions, but not those inside their values. */
function fieldsOf(schema: object): ReadonlySet<string> {
  const { properties, $defs } = schema as Schema & { readonly $defs: Readonly<Record<string, Schema>> };
  const { items } = properties['actions'] as {
    readonly items: { readonly oneOf: readonly { readonly $ref: string }[] };
  };
  const actions = items.oneOf.map(({ $ref }) => $defs[$ref.replace('#/$defs/', '')]!);
  return new Set([properties, ...actions.map((action) => action.properties)].flatMap(Object.keys));
}
