import { describe, expect, it } from 'vitest';
import { attributeText, resolveRecord, settingsFrom, shownDriver } from '../../../rules/drivers/index.ts';
import type { DriverSource } from '../../../rules/drivers/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';

describe('a path into attributes', () => {
  const attributes: JsonObject = {
    name: '  Ann\n Meyer ',
    car: { plate: 'B-AM 1', tonnes: 3.5 },
    list: ['x'],
    none: 'NA',
    empty: ' ',
    flag: true,
  };

  it.each([
    ['$.name', 'Ann Meyer'],
    ['$.car.plate', 'B-AM 1'],
    ['$.car.tonnes', '3.5'],
    ['$.car', undefined],
    ['$.list', undefined],
    ['$.list.0', undefined],
    ['$.none', undefined],
    ['$.empty', undefined],
    ['$.flag', undefined],
    ['$.missing.plate', undefined],
    ['$.constructor.name', undefined],
    ['$.name.length', undefined],
    ['$.__proto__.toString', undefined],
  ])('%s finds %j, own properties only', (path, text) => {
    expect(attributeText(attributes, path, 200)).toBe(text);
  });

  it('finds nothing without attributes, and cuts what is too long by whole characters', () => {
    expect(attributeText(undefined, '$.name', 200)).toBeUndefined();
    expect(attributeText({ name: '🚚🚚🚚' }, '$.name', 2)).toBe('🚚🚚');
  });
});

describe('a record', () => {
  const fields = { driver_fields: { name: '$.name', phone: '$.tel' } };

  it('takes the directory field by field over the attributes, and says where each comes from', () => {
    const source = { directory: { name: 'Ann', region: 'north' }, attributes: { name: 'Old', tel: 30 } };
    expect(resolveRecord(source, fields)).toEqual({
      record: { name: 'Ann', phone: '30', region: 'north' },
      origins: {
        name: { from: 'directory' },
        phone: { from: 'attributes', path: '$.tel' },
        region: { from: 'directory' },
      },
    });
  });

  it('takes nothing from attributes that are not mapped', () => {
    expect(
      resolveRecord({ attributes: { name: 'Ann', phone: '1' } }, settingsFrom(undefined)).record,
    ).toEqual({});
  });
});

describe('what messages show', () => {
  const directory = {
    name: 'Ann',
    phone: '030 12',
    email: 'ann@example.com',
    vehicle: 'Van 1',
    license_plate: 'B 1',
    employee_number: 'E1',
    manager_email: 'm@example.com',
    region: 'north',
    language: 'de',
  };
  const shown = (privacy: JsonObject) => {
    const drivers = new Map<string, DriverSource>([['d-1', { directory }]]);
    return shownDriver({ settings: { privacy }, drivers }, 'd-1');
  };

  it('is by default what helps to recognise and reach the driver', () => {
    expect(Object.keys(shown({}))).toEqual([
      'id',
      'name',
      'phone',
      'vehicle',
      'license_plate',
      'region',
      'language',
    ]);
  });

  it.each(Object.keys(directory))(
    'leaves %s out when its switch is off, and has it when it is on',
    (field) => {
      expect(Object.keys(shown({ [field]: true }))).toContain(field);
      expect(Object.keys(shown({ [field]: false }))).not.toContain(field);
    },
  );
});
