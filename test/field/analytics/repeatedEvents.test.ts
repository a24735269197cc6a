import { expect, it } from 'vitest';
import { normaliseTrip } from '../../../analytics/index.ts';

const BRAKE = {
  event_type: 0,
  event_type_name: 'HARD_BRAKE',
  start_time: '2026-03-10T08:04:00+01:00',
  end_time: '2026-03-10T08:04:02+01:00',
  latitude_start: 52.5,
  longitude_start: 13.4,
  sensor: { axis: 'x', peak: 7.1 },
};
const { sensor: _sensor, ...WITHOUT_SENSOR } = BRAKE;

const eventsOf = (...events: readonly unknown[]) => normaliseTrip('d', 't', { events });

it.each<[string, readonly unknown[], number]>([
  ['the same event twice', [BRAKE, { ...BRAKE }], 1],
  [
    'the same event three times, with others between',
    [BRAKE, { ...BRAKE, event_type: 1, event_type_name: 'RAPID_ACCELERATION' }, BRAKE, BRAKE],
    2,
  ],
  ['the same fields in another order', [BRAKE, { sensor: { peak: 7.1, axis: 'x' }, ...WITHOUT_SENSOR }], 1],
  ['another second', [BRAKE, { ...BRAKE, start_time: '2026-03-10T08:04:01+01:00' }], 2],
  ['the same instant in another offset', [BRAKE, { ...BRAKE, start_time: '2026-03-10T07:04:00Z' }], 2],
  ['another place', [BRAKE, { ...BRAKE, latitude_start: 52.6 }], 2],
  ['a field more', [BRAKE, { ...BRAKE, severity: 2 }], 2],
  ['another value of a field that nothing names', [BRAKE, { ...BRAKE, sensor: { axis: 'x', peak: 7.2 } }], 2],
  [
    'values that cannot be read, and differ',
    [
      { ...BRAKE, end_time: 'soon' },
      { ...BRAKE, end_time: 'later' },
    ],
    2,
  ],
  ['events that say no time: nothing shows that they are one', [{ event_type: 0 }, { event_type: 0 }], 2],
])('%s', (_what, events, count) => {
  expect(eventsOf(...events).events).toHaveLength(count);
});

it('what is left out is noted by its place', () => {
  const { events, problems } = eventsOf(
    BRAKE,
    { ...BRAKE, event_type: 3, event_type_name: 'OVERSPEEDING' },
    BRAKE,
  );
  expect(events?.map(({ typeName }) => typeName)).toEqual(['HARD_BRAKE', 'OVERSPEEDING']);
  expect(problems).toEqual([
    { pointer: '/events/2', message: expect.stringContaining('identical') as string },
  ]);
});
