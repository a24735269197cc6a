import { CHANNELS, collisionRule } from '../beside/receivers.ts';

/** Rules of which none ever matches; one of them counts a window of a driver's trips. */
const NEVER = 11;

/**
 * The rules of the measurement: eleven that match no trip, and one for each channel, of which one matches each trip with a collision.
 * So Slack's pace of a message a second in each channel is not what is measured.
 */
export function rulesToPublish() {
  return [
    ...Array.from({ length: NEVER }, (_each, index) => neverRule(index)),
    ...Array.from({ length: CHANNELS }, (_each, channel) => collisionRule(channel)),
  ];
}

function neverRule(index: number) {
  const [type, fact] =
    index === 0 ? ['PHONE_USE', 'driver.events.count'] : ['COLLISION', 'trip.events.count'];
  const params = index === 0 ? { type, window: '7d' } : { type };
  const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 10_000 + index };
  return {
    id: `never-${index}`,
    name: `Never ${index}`,
    severity: 'info',
    mode: 'live',
    conditions: { all: [far, { fact, params, operator: 'greaterThan', value: index === 0 ? 1_000 : 0 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
  };
}
