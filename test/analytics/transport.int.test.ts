import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../analytics/index.ts';
import type { CallReport } from '../../analytics/index.ts';
import { clientOf, startStubService } from './stubService.ts';
import type { Reply } from './stubService.ts';
import { useStarted } from '../support/run/useStarted.ts';

const stub = useStarted(startStubService);

const good = { body: { group_ids: ['north'] } };
const drop: Reply = (request) => void request.socket.destroy();
const hang: Reply = () => undefined;
const halfBody: Reply = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"info":', () => response.destroy());
};
const endlessBody: Reply = (_request, response) => void response.write('{"info":');

describe('retries of reads', () => {
  it.each<[string, Reply]>([
    ['429', { status: 429 }],
    ['503', { status: 503 }],
    ['408', { status: 408 }],
    ['a dropped connection', drop],
    ['an error text about the service', { body: { error: 'Internal error' } }],
  ])('asks again after %s', async (_name, reply) => {
    stub.script(reply, reply, good);
    expect(await clientOf(stub, { retries: 2 }).groups()).toEqual({ kind: 'ok', value: ['north'] });
    expect(stub.requests).toHaveLength(3);
  });

  it.each<[string, Reply]>([
    ['a refused key', { status: 401 }],
    ['a missing thing', { status: 404 }],
    ['a redirect', { status: 302 }],
    ['a body that is not JSON', { body: 'hello' }],
    ['another shape', { body: { group_ids: 'north' } }],
  ])('does not ask again after %s', async (_name, reply) => {
    stub.script(reply, good);
    expect((await clientOf(stub, { retries: 2 }).groups()).kind).not.toBe('ok');
    expect(stub.requests).toHaveLength(1);
  });

  it('stops after the last retry and reports what it saw', async () => {
    stub.script({ status: 503, body: { error: 'maintenance' } });
    expect(await clientOf(stub, { retries: 2 }).groups()).toEqual({
      kind: 'unavailable',
      reason: 'HTTP 503 (its message is about the service itself)',
    });
    expect(stub.requests).toHaveLength(3);
  });
});

describe('a gate', () => {
  /** Creates a gate that lets `requests` requests through. `met` lists the outcomes that were reported to it. */
  function gateFor(requests: number) {
    const met: string[] = [];
    let left = requests;
    return { met, enter: () => (left-- > 0 ? { end: (each: string) => void met.push(each) } : undefined) };
  }

  it('keeps requests from the service, at once and without a retry', async () => {
    stub.script(good);
    const gate = gateFor(0);
    expect(await clientOf(stub, { retries: 2, gate }).groups()).toMatchObject({
      kind: 'unavailable',
      isUnasked: true,
    });
    expect(stub.requests).toHaveLength(0);
  });

  it('is asked before each request, the retries too', async () => {
    stub.script({ status: 503 });
    const gate = gateFor(2);
    expect(await clientOf(stub, { retries: 2, gate }).groups()).toMatchObject({ isUnasked: true });
    expect(stub.requests).toHaveLength(2);
    expect(gate.met).toEqual(['unavailable', 'unavailable']);
  });

  it.each<[string, Reply, string]>([
    ['an answer', good, 'there'],
    ['a refused key', { status: 401 }, 'there'],
    ['a limit', { status: 429 }, 'there'],
    ['a 503', { status: 503 }, 'unavailable'],
    ['a dropped connection', drop, 'unavailable'],
  ])('hears of %s', async (_name, reply, expected) => {
    stub.script(reply);
    const gate = gateFor(1);
    await clientOf(stub, { retries: 0, gate }).groups();
    expect(gate.met).toEqual([expected]);
  });

  it('does not take for an outage what the service says about one trip', async () => {
    stub.script({ status: 500, body: { error: 'Something went wrong' } });
    const gate = gateFor(1);
    expect((await clientOf(stub, { retries: 0, gate }).trip('d', 't')).kind).toBe('unavailable');
    expect(gate.met).toEqual(['there']);
  });

  it('hears that nobody was asked when a deletion is called off, and one it stops is in no doubt', async () => {
    const gate = gateFor(1);
    const called = await clientOf(stub, { gate }).deleteTrip('d', 't', {
      goAhead: () => Promise.resolve(false),
    });
    expect([called.kind, gate.met]).toEqual(['unavailable', ['nothing']]);
    expect(await clientOf(stub, { gate }).deleteTrip('d', 't')).not.toHaveProperty('unclear');
  });
});

describe('Retry-After', () => {
  it('is slept when it fits the budget', async () => {
    stub.script(
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': '0.01' } },
      good,
    );
    expect((await clientOf(stub, { retries: 2 }).groups()).kind).toBe('ok');
  });

  it.each([
    ['seconds', '120', 120_000],
    ['an HTTP date', 'Sun, 01 Mar 2026 08:02:00 GMT', 120_000],
    ['more than a day', '999999999', 86_400_000],
  ])('longer than the budget, as %s, is handed to the caller', async (_name, value, expected) => {
    const headers = { 'retry-after': value, date: 'Sun, 01 Mar 2026 08:00:00 GMT' };
    stub.script({ status: 429, headers });
    expect(await clientOf(stub, { retries: 2 }).groups()).toEqual({
      kind: 'limited',
      retryAfterMs: expected,
    });
    stub.script({ status: 503, headers });
    expect(await clientOf(stub, { retries: 2 }).groups()).toEqual({
      kind: 'unavailable',
      reason: 'HTTP 503',
      retryAfterMs: expected,
    });
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    ['10', 10_000],
    [' 0 ', 0],
    ['1.5', 1500],
    ['Sun, 01 Mar 2026 08:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 07:00:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['2026-03-01T08:00:30Z', undefined],
    ['Sun, 99 Mar 2026 99:00:30 GMT', undefined],
  ])('%j means %j', (value, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), Date.UTC(2026, 2, 1, 8))).toBe(expected);
  });

  it('of the server is measured by the clock of the server', () => {
    const headers = new Headers({
      'retry-after': 'Sun, 01 Mar 2026 08:00:30 GMT',
      date: 'Sun, 01 Mar 2026 08:00:20 GMT',
    });
    expect(retryAfterMs(headers, Date.UTC(2031, 0))).toBe(10_000);
  });
});

describe('a connection that fails', () => {
  it.each<[string, Reply, RegExp]>([
    ['before the answer', drop, /^the connection failed \([A-Z_]+\)$/],
    ['in the body', halfBody, /^the connection failed \([A-Z_]+\)$/],
    ['by silence', hang, /^no complete answer within 60 ms$/],
    ['by silence in the body', endlessBody, /^no complete answer within 60 ms$/],
  ])('%s is unavailable, and unclear for a deletion', async (_name, reply, reason) => {
    stub.script(reply);
    const client = clientOf(stub, { timeoutMs: reply === hang || reply === endlessBody ? 60 : 5000 });
    expect(await client.trip('d', '1')).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(reason) as string,
    });
    expect(await client.deleteTrip('d', '1')).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(reason) as string,
      unclear: true,
    });
  });

  it('before it stood is clear even for a deletion', async () => {
    const gone = await startStubService();
    await gone.close();
    expect(await clientOf(gone).deleteTrip('d', '1')).toEqual({
      kind: 'unavailable',
      reason: 'the connection failed (ECONNREFUSED)',
    });
  });
});

describe('deletions', () => {
  it.each<[string, Reply]>([
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['a dropped connection', drop],
    ['an odd answer', { body: {} }],
  ])('are sent once, whatever happens: %s', async (_name, reply) => {
    stub.script(reply, { body: { success: true } });
    expect((await clientOf(stub, { retries: 5 }).deleteTrip('d', '1')).kind).not.toBe('ok');
    expect(stub.requests).toHaveLength(1);
  });
});

describe('the limit of requests at once', () => {
  it('holds to the end of each body, for all calls of a client together', async () => {
    let open = 0;
    let most = 0;
    stub.script((request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.writeHead(200).write('{"group_ids":[],"info":{},');
      setTimeout(() => {
        open -= 1;
        response.end(`"success":true,"drivers":["${request.method}"]}`);
      }, 5);
    });
    const client = clientOf(stub, { concurrency: 3 });
    const calls = Array.from({ length: 8 }, (_, index) => [
      client.groups(),
      client.trip('d', String(index)),
      client.deleteTrip('d', String(index)),
    ]);
    const outcomes = await Promise.all(calls.flat());
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(24).fill('ok'));
    expect(most).toBe(3);
  });

  it('a deletion that waited for its turn is not sent when whoever asked says no by then', async () => {
    const asked: number[] = [];
    stub.script((_request, response) => void setTimeout(() => response.end('{"group_ids":[]}'), 50));
    const client = clientOf(stub, { concurrency: 1 });
    const reading = client.groups();
    const deletion = client.deleteTrip('d', '1', {
      async goAhead() {
        await Promise.resolve();
        asked.push(stub.requests.length);
        return false;
      },
    });
    expect((await reading).kind).toBe('ok');
    expect(await deletion).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('not sent') as unknown,
    });
    expect(asked).toEqual([1]);
    expect(stub.requests).toHaveLength(1);
  });

  it('does not count the wait before a retry', async () => {
    stub.script({ status: 503, headers: { 'retry-after': '0.05' } }, good);
    const client = clientOf(stub, { concurrency: 1, retries: 1 });
    const order: string[] = [];
    const waiting = client.groups().then(() => order.push('retried'));
    await Promise.all([waiting, client.groups().then(() => order.push('other'))]);
    expect(order).toEqual(['other', 'retried']);
  });

  it('gives each request its whole time, however long it queued', async () => {
    stub.script((_request, response) => void setTimeout(() => response.end('{"group_ids":[]}'), 500));
    const client = clientOf(stub, { concurrency: 1, timeoutMs: 5_000 });
    // Together they take six seconds, longer than the time limit of one.
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => client.groups()));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(12).fill('ok'));
  });
});

describe('the report of each request', () => {
  it('holds endpoint, outcome, status and time, and nothing else', async () => {
    const reports: CallReport[] = [];
    stub.script({ status: 503 }, drop, { status: 404 });
    await clientOf(stub, { retries: 2, onCall: (report) => reports.push(report) }).trip('driver-7', 'trip-7');
    const durationMs = expect.any(Number) as number;
    expect(reports).toEqual([
      { endpoint: 'trip', kind: 'unavailable', status: 503, durationMs, attempt: 1 },
      { endpoint: 'trip', kind: 'unavailable', durationMs, attempt: 2 },
      { endpoint: 'trip', kind: 'no_such_trip', status: 404, durationMs, attempt: 3 },
    ]);
  });

  it('does no harm when it fails', async () => {
    stub.script(good);
    const onCall = (): void => {
      throw new Error('no metrics today');
    };
    expect((await clientOf(stub, { onCall }).groups()).kind).toBe('ok');
  });
});
