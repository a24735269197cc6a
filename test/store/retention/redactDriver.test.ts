import { describe, expect, it } from 'vitest';
import {
  isNamedIn,
  namesDriver,
  soughtDriver,
  withoutDriver,
  withoutNames,
} from '../../../store/retention/index.ts';

const named = (driverId: string, ...names: string[]) => soughtDriver({ driverId, names });

describe('a text', () => {
  it.each([
    ['d-1 braked hard', true],
    ['Trip of d-1.', true],
    ['d-17 braked hard', false],
    ['ad-1', false],
    ['d-1-b', false],
    ['ann meyer was told', false],
    ['Ann Meyer’s week', true],
    ['see d-1/t-4', true],
    ['x.d-1 braked', false],
    ['d-1@fleet.example braked', false],
  ])('%j names the driver: %s', (text, isNamed) => {
    expect(namesDriver(text, named('d-1', 'Ann Meyer'))).toBe(isNamed);
  });

  it('loses the names and keeps the rest, whatever characters an id is made of', () => {
    expect(withoutNames('d-1 and d-17; Ann Meyer', named('d-1', 'Ann Meyer'))).toBe(
      '[erased] and d-17; [erased]',
    );
    expect(withoutNames('Trip of a/b:c d@e%2F%(+.*, again', named('a/b:c d@e%2F%(+.*'))).toBe(
      'Trip of [erased], again',
    );
  });

  it.each(['1', '42', '4711', 'ab', '20-17'])('is not searched for %j, which may mean anything', (id) => {
    const driver = named(id, 'Ann Meyer', '77', 'x');
    for (const text of [id, `Collisions were ${id}.`, '77 km', 'x'])
      expect(namesDriver(text, driver)).toBe(false);
    expect(namesDriver('Ann Meyer drove 7 km', driver)).toBe(true);
  });

  it('that names someone whose id holds the driver’s is about someone else', () => {
    const driver = soughtDriver({ driverId: 'depot', names: [], otherIds: ['depot/17', 'the depot'] });
    const text = 'depot/17, the depot and depot/4';
    expect(withoutNames(text, driver)).toBe('depot/17, the depot and [erased]/4');
    expect(namesDriver('depot/17, the depot', driver)).toBe(false);
  });

  it('is searched for names of any length that a name may have', () => {
    const names = ['a', 'b'].map((letter) => letter.repeat(60_000));
    expect(withoutNames('Ann Meyer', named('d-1', ...names, 'Ann Meyer'))).toBe('[erased]');
    expect(withoutNames(`by ${'y'.repeat(1_000)}`, named('d-1', 'y'.repeat(1_000)))).toBe('by [erased]');
  });
});

describe('a JSON value', () => {
  const value = {
    drivers: [
      { driverId: 'd-1', name: 'Ann Meyer', score: 4 },
      { driverId: 'd-2', name: 'Bob', because: ['as d-1'] },
    ],
    worst: { driver_id: 'd-1', trip_id: 't' },
    byDriver: { 'd-1': 3, 'd-2': 4 },
    total: 2,
  };

  it('loses what is about the driver, and names nowhere else', () => {
    expect(withoutDriver(value, named('d-1', 'Ann Meyer'))).toEqual({
      drivers: [{ driverId: 'd-2', name: 'Bob', because: ['as [erased]'] }],
      byDriver: { 'd-2': 4 },
      total: 2,
    });
    expect([isNamedIn(value, named('d-1')), isNamedIn(value, named('d-3'))]).toEqual([true, false]);
  });

  it('that is about another driver of the same name stays, with his name', () => {
    const driver = named('d-1', 'Ann Meyer');
    for (const other of [
      { driver: 'Ann Meyer', driver_id: 'd-2', score: 4 },
      { drivers: [{ id: 'd-2', driver: 'Ann Meyer' }] },
      { driverId: 2, driver: 'Ann Meyer' },
    ])
      expect(withoutDriver(other, driver)).toEqual(other);
    expect(withoutDriver({ driver: 'Ann Meyer', score: 4 }, driver)).toBeUndefined();
    expect(withoutDriver({ driver_id: 'Ann Meyer', score: 4 }, driver)).toBeUndefined();
    expect(withoutDriver({ driver: 'd-1', driver_id: 'd-2', trip: 't' }, driver)).toBeUndefined();
  });

  it.each(['Smith (d-1)', 'Ann Meyer (d-1)', 'd-1 (Smith)'])('whose driver reads %j is about him', (text) => {
    const [him, other] = [named('d-1', 'Ann Meyer'), named('d-17')];
    expect(withoutDriver({ driver: text, score: 4 }, him)).toBeUndefined();
    expect(withoutDriver({ drivers: [text, 'Smith (d-2)'] }, him)).toEqual({ drivers: ['Smith (d-2)'] });
    expect(isNamedIn({ driver: text }, other)).toBe(false);
  });

  it('that is about the driver alone is nothing', () => {
    expect(withoutDriver({ driverId: 'd-1' }, named('d-1'))).toBeUndefined();
  });

  it.each([
    { driver_id: '7' },
    { driver_id: 7 },
    { data: { DriverId: '7' } },
    { driver: { id: 7, name: 'x' } },
    { members: ['8', '7'] },
    { driver_ids: [8, 7] },
    { drivers: [{ id: '7' }] },
    { by_driver: { 7: 1 } },
  ])('%j names driver 7, short as the id is, also where his name is known', (body) => {
    expect(isNamedIn(body, named('7'))).toBe(true);
    expect(isNamedIn(body, named('7', 'Ann Meyer'))).toBe(true);
  });

  it.each([
    { score: 7, at: [7, '7'], drivers: 7, text: '7 km', 7: 'hour' },
    { driver_id: '17', path: Array.from({ length: 20 }, (_, index) => ({ latitude: index })) },
    { drivers: ['70', '1 7', { id: 8, 7: 1 }], members: { 70: 7 } },
    { driver: { id: 8, trips: 7 } },
  ])('%j does not name driver 7', (body) => {
    expect(isNamedIn(body, named('7', 'Ann Meyer'))).toBe(false);
  });

  it('that holds the id of a driver whose id holds this one’s is not about him', () => {
    const others = { driver_id: 'depot/17', drivers: ['depot x', 'depot/17'], members: { 'depot/17': 1 } };
    expect(isNamedIn(others, named('depot'))).toBe(false);
    expect(isNamedIn({ driver_id: 'john.smith' }, named('smith'))).toBe(false);
  });
});
