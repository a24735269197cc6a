import { describe, expect, it } from 'vitest';
import { parseSettings, unknownNamesOfSettings } from '../../../rules/lint/index.ts';

const refusals = (json: unknown): readonly string[] => {
  const read = parseSettings(json);
  return read.ok ? [] : read.errors.map(({ pointer, message }) => `${pointer}: ${message}`);
};

describe('settings', () => {
  it('have a default for every field', () => {
    const read = parseSettings({});
    expect(read.ok && read.document).toMatchObject({
      id: 'settings',
      driver_fields: {},
      language: 'en',
      units: 'km',
      privacy: { name: true, phone: true, manager_email: false, path_pictures: true, coaching_emails: false },
    });
  });

  it.each([
    [{ id: 'other' }, '/id: "other" is not allowed'],
    [{ driver_fields: { name: 'name' } }, '/driver_fields/name: must be a path such as $.name'],
    [{ driver_fields: { nmae: '$.x' } }, '/driver_fields/nmae: unknown field "nmae" (did you mean "name"?)'],
    [{ units: 'mi' }, '/units: "mi" is not allowed'],
    [{ privacy: { phone: 'no' } }, '/privacy/phone: must be true or false, not "no"'],
    [{ brand: { accent: 'red' } }, '/brand/accent: must be a colour such as #12395f'],
    [{ brand: { logo: 'http://example.com/a.png' } }, '/brand/logo: must be an https address of a picture'],
    [{ brand: { logo: 'data:image/svg+xml;base64,AAAA' } }, '/brand/logo: must be'],
    [
      { brand: { logo: `data:image/png;base64,${'A'.repeat(10_000)}` } },
      '/brand/logo: a string has at most 10000',
    ],
    [{ password: 'x' }, '/password: unknown field "password"'],
  ])('settings of case %# are refused', (json, message) => {
    expect(refusals(json)).toEqual([expect.stringContaining(message)]);
  });

  it('take a logo over https or as data', () => {
    expect(refusals({ brand: { logo: 'https://example.com/a.png' } })).toEqual([]);
    expect(refusals({ brand: { logo: 'data:image/png;base64,iVBORw0KGgo=' } })).toEqual([]);
  });

  it('refuse a colour on which white text cannot be read, and name one that can', () => {
    const [refusal = ''] = refusals({ brand: { accent: '#ffcc00' } });
    expect(refusal).toContain('/brand/accent: white text on #ffcc00 has a contrast of 1.5');
    const suggested = /such as (#[0-9a-f]{6})$/.exec(refusal)![1]!;
    expect(refusals({ brand: { accent: suggested } })).toEqual([]);
    // Borderline contrasts of WCAG: 4.54 and 4.47.
    expect(refusals({ brand: { accent: '#767676' } })).toEqual([]);
    expect(refusals({ brand: { accent: '#777777' } })).toHaveLength(1);
  });

  it('are warned of attributes that no driver has', () => {
    const read = parseSettings({ driver_fields: { name: '$.nmae', vehicle: '$.car' } });
    const warnings = read.ok
      ? unknownNamesOfSettings(read.document, { attributePaths: ['$.name', '$.car.label'] })
      : [];
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/driver_fields/name']);
  });
});
