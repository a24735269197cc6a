import { describe, expect, it } from 'vitest';
import { holderOf, throttleKeys } from '../../../rules/admission/index.ts';
import type { PassedAlert, Throttle } from '../../../rules/admission/index.ts';

const at = (hour: number, severity: PassedAlert['severity'] = 'warning'): PassedAlert => ({
  at: new Date(Date.UTC(2026, 0, 12, hour)),
  severity,
});

describe('a throttle', () => {
  it.each<[Throttle['per'], readonly string[] | undefined, readonly string[]]>([
    ['fleet', ['north'], ['fleet']],
    ['driver', ['north'], ['driver d-1']],
    ['trip', ['north'], ['trip ["d-1","t-1"]']],
    ['group', ['north', 'vans'], ['group north', 'group vans']],
    ['group', [], ['no_group']],
    ['group', undefined, ['driver d-1']],
  ])('per %s of a driver in %j counts %j', (per, groups, keys) => {
    expect(throttleKeys({ per, every: '1h' }, { driverId: 'd-1', tripId: 't-1', groups })).toEqual(keys);
  });

  it('keeps trips apart whose ids hold spaces', () => {
    const keysOf = (driverId: string, tripId: string) =>
      throttleKeys({ per: 'trip', every: '1h' }, { driverId, tripId, groups: undefined });
    expect(keysOf('d 1', 't')).not.toEqual(keysOf('d', '1 t'));
  });

  it.each<[string, (PassedAlert | undefined)[], PassedAlert | undefined]>([
    ['nobody, without a key', [], undefined],
    ['nobody, when one key is free', [at(8), undefined], undefined],
    ['the oldest', [at(9), at(8)], at(8)],
    ['the lowest severity', [at(8, 'critical'), at(9, 'info')], at(9, 'info')],
  ])('is held by %s', (_, newest, holder) => {
    expect(holderOf(newest)).toEqual(holder);
  });
});
