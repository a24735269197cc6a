/** A driver as the drivers list of one range gives him. */
export interface StubDriver {
  readonly id: string;
  readonly info?: Readonly<Record<string, unknown>>;
  readonly driving_behavior?: unknown;
}

/** The part of the analytics service that a digest reads, as a `fetch`. */
export interface FleetStub {
  readonly fetch: typeof fetch;
  /** Drivers by the range's first date; every group has the same unless `ofGroup` says otherwise. */
  readonly drivers: Map<string, readonly StubDriver[]>;
  readonly ofGroup: Map<string, readonly string[]>;
  groups: readonly string[];
  /** The body of a fleet score; the dates are added. */
  score: (query: URLSearchParams) => object;
  /** Answers instead, when it returns something. */
  fault: (
    path: string,
    query: URLSearchParams,
  ) => { readonly status: number; readonly body: unknown } | undefined;
  /** Path and query of each call, without the key. */
  readonly calls: string[];
}

/** A stub without drivers, groups or scores. */
export function fleetStub(): FleetStub {
  const stub: FleetStub = {
    drivers: new Map(),
    ofGroup: new Map(),
    groups: [],
    calls: [],
    score: () => ({ info: {}, driving_behavior: {} }),
    fault: () => undefined,
    fetch: (input) => {
      const url = new URL(input instanceof Request ? input.url : input);
      url.searchParams.delete('apikey');
      const path = url.pathname;
      stub.calls.push(`${path}?${decodeURIComponent(url.searchParams.toString())}`);
      const fault = stub.fault(path, url.searchParams);
      const answer = fault ?? { status: 200, body: bodyOf(stub, path, url.searchParams) };
      return Promise.resolve(
        new Response(JSON.stringify(answer.body), {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        }),
      );
    },
  };
  return stub;
}

function bodyOf(stub: FleetStub, path: string, query: URLSearchParams): object {
  const dates = { start_date: query.get('start_date'), end_date: query.get('end_date') };
  if (path === '/v3/groups') return { group_ids: stub.groups };
  if (path === '/v3/score') return { ...dates, ...stub.score(query) };
  const group = query.get('group_id');
  const all = stub.drivers.get(dates.start_date ?? '') ?? [];
  const listed = group === null ? all : all.filter(({ id }) => stub.ofGroup.get(group)?.includes(id));
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  const next = offset + limit < listed.length ? { next_offset: offset + limit } : {};
  const drivers = listed.slice(offset, offset + limit).map(({ id, ...rest }) => ({ driver_id: id, ...rest }));
  return { ...dates, ...next, drivers };
}

/** A driver with a score and trips; further fields of `info`. */
export function stubDriver(
  id: string,
  options: {
    readonly score?: unknown;
    readonly trips?: unknown;
    readonly info?: Readonly<Record<string, unknown>>;
  } = {},
): StubDriver {
  const { score = 80, trips = 5 } = options;
  return {
    id,
    info: { trip_count: trips, distance_km: 100, duration_seconds: 3600, ...options.info },
    driving_behavior: {
      score: { service_score: score },
      event_rating: { phone_use_rating: score === -1 ? -1 : 4 },
    },
  };
}
