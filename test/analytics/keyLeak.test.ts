import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createDataScrub, createScrub } from '../../analytics/index.ts';
import { KEY, clientOf, startStubService } from './stubService.ts';
import type { Reply } from './stubService.ts';
import { useStarted } from '../support/run/useStarted.ts';

const stub = useStarted(startStubService);

const spellings = [
  KEY,
  encodeURIComponent(KEY),
  new URLSearchParams({ k: KEY }).toString().slice(2),
  'planted',
];

/** Returns every text that a log, a trace or a history could make of a value. */
function renderings(value: unknown): string {
  const stack = value instanceof Error ? `${value.stack}${inspect(value.cause, { depth: null })}` : '';
  const forms = [
    inspect(value, { depth: null, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    stack,
  ];
  return forms.join('\n');
}
function expectNoKey(value: unknown): void {
  const text = renderings(value);
  for (const spelling of spellings) expect(text).not.toContain(spelling);
}

/** The service echoes the request's URL, key and all, in every way it can. */
const echo =
  (status: number, wrap: (url: string) => string): Reply =>
  (request, response) => {
    const url = `http://host${request.url}`;
    response.writeHead(status, { location: url, 'retry-after': url }).end(wrap(url));
  };
const errorBody = (url: string): string =>
  JSON.stringify({ error: `refused ${url} and ${KEY} and ${decodeURIComponent(url)}`, url });

const silence: Reply = () => undefined;
const replies: readonly (readonly [string, Reply])[] = [
  ...[200, 301, 400, 401, 403, 404, 408, 410, 418, 429, 500, 503].flatMap(
    (status): (readonly [string, Reply])[] => [
      [`${status} with the URL as error`, echo(status, errorBody)],
      [`${status} with the URL as text`, echo(status, (url) => `<p>${url} ${KEY}</p>`)],
      [
        `${status} with the URL as a wrong shape`,
        echo(status, (url) => JSON.stringify([url, KEY, { [KEY]: KEY }])),
      ],
    ],
  ),
  ['404 about a trip', echo(404, () => JSON.stringify({ error: `trip not found by ${KEY}` }))],
  ['a dropped connection', (request) => void request.socket.destroy()],
  ['silence', silence],
];

describe('the API key', () => {
  it.each(replies)('is in no outcome after %s', async (_name, reply) => {
    stub.script(reply);
    const reports: unknown[] = [];
    const client = clientOf(stub, {
      timeoutMs: reply === silence ? 100 : 5000,
      onCall: (report) => reports.push(report),
    });
    const outcomes = await Promise.all([
      client.groups(),
      client.trip('d', '1'),
      client.deleteTrip('d', '1'),
      client.driverScore('d'),
      client.drivers(),
    ]);
    expect(stub.requests[0]).toContain(encodeURIComponent(KEY));
    for (const outcome of outcomes) {
      expect(outcome.kind).not.toBe('ok');
      expectNoKey(outcome);
    }
    expectNoKey(reports);
  });

  it('is in no outcome when fetch itself throws it', async () => {
    const fetch = (input: unknown): Promise<Response> => {
      const url = String(input);
      return Promise.reject(
        new TypeError(`fetch failed: ${url}`, {
          cause: Object.assign(new Error(url), { code: `E_${url}`, url }),
        }),
      );
    };
    const client = clientOf(stub, { fetch });
    expect(await client.trip('d', '1')).toEqual({
      kind: 'unavailable',
      reason: 'the connection failed (network error)',
    });
    expectNoKey(await client.deleteTrip('d', '1'));
  });

  it('is not in the data of a success either, where a page link may repeat it', async () => {
    stub.script((request, response) => {
      const info = { distance_km: 2, self: request.url, key: KEY };
      response.end(JSON.stringify({ info, link: `http://x/?apikey=${encodeURIComponent(KEY)}&a=1` }));
    });
    const outcome = await clientOf(stub).trip('d', '1');
    expect(outcome).toMatchObject({
      kind: 'ok',
      value: { trip: { distanceKm: 2 }, raw: { link: 'http://x/?apikey=[key]&a=1' } },
    });
    expectNoKey(outcome);
  });

  it('is not in the client, however it is printed', () => {
    const client = clientOf(stub);
    expectNoKey(client);
    expect(Object.keys(client)).toContain('deleteTrip');
  });
});

describe('the scrub', () => {
  it('leaves data alone when the key is an ordinary word', () => {
    expect(createDataScrub('demo')('demo-driver-1')).toBe('demo-driver-1');
    expect(createScrub('demo')('demo refused')).toBe('[key] refused');
  });
});
