/**
 * Valid documents of the largest size, because a server processes them completely and rejects an invalid one early. The sizes
 * are those that the limits must allow at least, and are not read from the product.
 */
const numbers = (count: number): number[] => Array.from({ length: count }, (_each, at) => at);

const conditions = {
  all: numbers(199).map((at) => ({
    fact: 'trip.distance_km',
    operator: 'greaterThan',
    value: at / 10,
    name: `condition ${at}`,
  })),
};

function rule(id: string): object {
  return {
    id,
    name: 'Right and large',
    severity: 'warning',
    mode: 'shadow',
    scope: { drivers: numbers(1_000).map((at) => `driver-${at}`) },
    conditions: { all: [...conditions.all, { condition: 'at-night' }] },
    throttle: { per: 'driver', every: '24h' },
    actions: numbers(20).map((at) => ({
      type: 'email',
      to: numbers(50).map((each) => `lead-${at}-${each}@example.com`),
      subject: `${at} {{ driver.id }}`,
      text: `${`{{ facts['condition ${at}'] | round: 1 }} `.repeat(7)}${'word '.repeat(600)}`,
    })),
  };
}

const condition = (id: string): object => ({ id, name: 'Right and large', conditions });

const backtest = (): object => ({ rule: rule('right'), from: '2026-03-01', to: '2026-03-31' });

const MAKERS: Readonly<Record<string, (id: string) => object>> = {
  rules: rule,
  conditions: condition,
  'escalation-policies': (id) => ({
    id,
    name: 'Right and large',
    steps: numbers(20).map((at) => ({
      after: at === 0 ? '0s' : '2m',
      notify: numbers(20).map((each) => ({ type: 'email', to: [`on-call-${at}-${each}@example.com`] })),
    })),
    repeat: { times: 20, every: '15m' },
    unanswered: [{ type: 'email', to: ['director@example.com'] }],
  }),
  rotations: (id) => ({
    id,
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: numbers(100).map((at) => ({ name: `Person ${at}`, email: `person-${at}@example.com` })),
    overrides: numbers(500).map((at) => {
      const day = new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10);
      return { from: `${day}T08:00`, to: `${day}T09:00`, person: `Person ${at % 100}` };
    }),
  }),
  routes: (id) => ({
    id,
    by: 'group',
    entries: Object.fromEntries(
      numbers(500).map((at) => [`group-${at}`, { email: [`lead-${at}@example.com`], slack: `#group-${at}` }]),
    ),
    default: { email: numbers(20).map((at) => `lead-${at}@example.com`), slack: '#fleet' },
  }),
  digests: (id) => ({
    id,
    name: 'Right and large',
    period: 'week',
    groups: numbers(200).map((at) => `group-${at}`),
    to: numbers(50).map((at) => `lead-${at}@example.com`),
    send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
  }),
  simulations: () => ({
    rule: rule('right'),
    trip: {
      driver_id: 'd-1',
      trip_id: '1790000000000',
      info: { distance_km: 12.5, duration_seconds: 1500 },
      events: [{ event_type: 4, event_type_name: 'COLLISION' }],
      path: numbers(60_000).map((at) => ({
        latitude: 52 + at / 1e6,
        longitude: 13.4,
        time: '2026-11-20T10:30:00+01:00',
      })),
    },
  }),
  backtests: backtest,
};

/**
 * @param noun noun of the path, such as `rules`
 * @param id id in the path
 * @returns a large valid document, or undefined if the noun has none
 */
export function rightBody(noun: string, id: string): object | undefined {
  return MAKERS[noun]?.(id);
}
