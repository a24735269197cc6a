import { describe, expect, it } from 'vitest';
import { namesDriver, withoutDriver, withoutNames } from '../../store/withoutDriver.ts';

describe('a text', () => {
  it.each([
    ['d-1 braked hard', true],
    ['Trip of d-1.', true],
    ['d-17 braked hard', false],
    ['ad-1', false],
    ['d-1-b', false],
    ['ann meyer was told', false],
    ['Ann Meyer’s week', true],
  ])('%j names the driver: %s', (text, isNamed) => {
    expect(namesDriver(text, ['d-1', 'Ann Meyer'])).toBe(isNamed);
  });

  it('loses the names and keeps the rest, whatever characters an id is made of', () => {
    expect(withoutNames('d-1 and d-17; Ann Meyer', ['d-1', 'Ann Meyer'])).toBe('[erased] and d-17; [erased]');
    expect(withoutNames('Trip of a/b:c d@e%2F%(+.*, again', ['a/b:c d@e%2F%(+.*'])).toBe(
      'Trip of [erased], again',
    );
  });

  it('is not searched for an id that every text holds', () => {
    expect(namesDriver('Collisions were 1.', ['1'])).toBe(false);
    expect(namesDriver('1', ['1'])).toBe(true);
  });
});

describe('a JSON value', () => {
  it('loses what is about the driver, and names nowhere else', () => {
    const value = {
      drivers: [
        { driverId: 'd-1', name: 'Ann Meyer', score: 4 },
        { driverId: 'd-2', name: 'Bob', because: ['as d-1'] },
      ],
      worst: { driver_id: 'd-1', trip_id: 't' },
      byDriver: { 'd-1': 3, 'd-2': 4 },
      total: 2,
    };
    expect(withoutDriver(value, ['d-1', 'Ann Meyer'])).toEqual({
      drivers: [{ driverId: 'd-2', name: 'Bob', because: ['as [erased]'] }],
      worst: null,
      byDriver: { 'd-2': 4 },
      total: 2,
    });
  });

  it('that is about the driver alone is nothing', () => {
    expect(withoutDriver({ driverId: 'd-1' }, ['d-1'])).toBeUndefined();
  });
});
