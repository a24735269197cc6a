const RULE = {
  id: 'hostile',
  name: 'Hostile',
  severity: 'warning',
  mode: 'live',
  scope: { groups: ['north'], exclude_drivers: ['d-17'] },
  conditions: {
    all: [
      { any: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 0, name: 'far' }] },
      { fact: 'driver.attributes', path: '$.a.b', operator: 'in', value: ['x'] },
      { condition: 'at-night' },
    ],
  },
  throttle: { per: 'driver', every: '24h' },
  suppresses: ['hard-brake'],
  actions: [
    {
      type: 'email',
      to: ['lead@example.com'],
      subject: '{{ driver.id }}',
      text: '{{ facts.far }} km',
      quiet_hours: { from: '22:00', to: '06:00', timezone: 'Europe/Berlin', days: ['mon'] },
    },
    { type: 'slack', channel: '#fleet-safety', text: '{{ driver.id }} {{ trip.id }}' },
    { type: 'escalate', policy: 'collision' },
  ],
};

/** Valid documents to start from, by the noun of the path, used instead of examples in the API's description. */
export const BASES = {
  rules: RULE,
  conditions: { id: 'hostile', name: 'Hostile', conditions: RULE.conditions },
  'escalation-policies': {
    id: 'hostile',
    name: 'Hostile',
    steps: [
      {
        after: '0s',
        notify: [{ type: 'email', to: ['rotation:safety'] }],
        when: { days: ['mon'], from: '08:00', to: '17:00', timezone: 'Europe/Berlin' },
      },
    ],
    repeat: { times: 2, every: '15m' },
    unanswered: [{ type: 'email', to: ['director@example.com'] }],
  },
  rotations: {
    id: 'hostile',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: [{ name: 'Ann', email: 'ann@example.com', slack: 'U01ABCDEF' }],
    overrides: [{ from: '2026-12-24T08:00', to: '2026-12-26T08:00', person: 'Ann' }],
  },
  routes: {
    id: 'hostile',
    by: 'attribute',
    attribute: '$.region',
    entries: { north: { email: ['lead@example.com', 'driver:manager'], slack: '#north' } },
    default: { email: ['rotation:safety'] },
  },
  digests: {
    id: 'hostile',
    name: 'Hostile',
    period: 'week',
    groups: ['north'],
    to: ['lead@example.com'],
    send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
  },
  simulations: {
    rule: RULE,
    conditions: [{ id: 'given', name: 'Given', conditions: RULE.conditions }],
    trip: {
      driver_id: 'd-1',
      trip_id: '1790000000000',
      info: { distance_km: 12.5, duration_seconds: 1500 },
      events: [{ event_type: 4, event_type_name: 'COLLISION' }],
      path: [{ latitude: 52.5, longitude: 13.4, time: '2026-11-20T10:30:00+01:00' }],
    },
  },
  backtests: {
    rule: RULE,
    conditions: [{ id: 'given', name: 'Given', conditions: RULE.conditions }],
    from: '2026-03-01',
    to: '2026-03-31',
  },
  webhooks: {
    version: 3,
    type: 'TRIP_SCORED',
    driver_id: 'd-1',
    trip_id: '1790000000000',
    data: { path: [{}] },
  },
} as const;

/** Attacks that found the first defects. */
export const KNOWN_ATTACKS: Readonly<Record<string, () => object>> = {
  'unknown facts in 20 e-mails beside 200 named conditions': () => ({
    id: 'hostile',
    name: 'Hostile',
    severity: 'warning',
    mode: 'off',
    conditions: {
      all: Array.from({ length: 200 }, (_each, at) => ({
        fact: 'trip.distance_km',
        operator: 'greaterThan',
        value: at,
        name: `condition with a rather long name, number ${at}, ${'abcdefghij'.repeat(8)}`,
      })),
    },
    actions: Array.from({ length: 20 }, (_each, action) => ({
      type: 'email',
      to: ['lead@example.com'],
      subject: 'x',
      text: Array.from(
        { length: 95 },
        (_one, at) => `{{ facts['unknown name ${action} ${at} abcdef'] }}`,
      ).join(''),
    })),
  }),
  'brackets 560 deep in 40 templates': () => ({
    id: 'hostile',
    name: 'Hostile',
    severity: 'warning',
    mode: 'off',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 0 }] },
    actions: Array.from({ length: 20 }, () => ({
      type: 'email',
      to: ['lead@example.com'],
      subject: `{{ ${'facts['.repeat(560)}'a'${']'.repeat(560)} }}`,
      text: `{{ ${'facts['.repeat(560)}'a'${']'.repeat(560)} }}`,
    })),
  }),
};
