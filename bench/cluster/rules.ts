/** Rules of which none ever matches; one of them counts a window of a driver's trips. */
const NEVER = 11;

/**
 * The rules of the measurement: eleven that match no trip, and one for each channel, of which one matches each trip with a collision. So
 * Slack's pace of a message a second in each channel is not what is measured.
 */
export function rulesToPublish(channels: number) {
  return [
    ...Array.from({ length: NEVER }, (_each, index) => neverRule(index)),
    ...Array.from({ length: channels }, (_each, channel) => collisionRule(channel)),
  ];
}

const COLLISION = {
  fact: 'trip.events.count',
  params: { type: 'COLLISION' },
  operator: 'greaterThan',
  value: 0,
};

function neverRule(index: number) {
  const phone = {
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    operator: 'greaterThan',
    value: 1_000,
  };
  const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 10_000 + index };
  return {
    id: `never-${index}`,
    name: `Never ${index}`,
    severity: 'info',
    mode: 'live',
    conditions: { all: [far, index === 0 ? phone : COLLISION] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
  };
}

function collisionRule(channel: number) {
  return {
    id: `collision-${channel}`,
    name: `Collision ${channel}`,
    severity: 'critical',
    mode: 'live',
    conditions: {
      all: [COLLISION, { fact: 'trip.distance_km', operator: 'equal', value: 10 + channel }],
    },
    actions: [{ type: 'slack', channel: `#channel-${channel}` }],
  };
}
