import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { LineAnswer, sendLines } from '../../../../server/api/http/index.ts';
import { problemHandler, requestLog } from '../../../../server/http/index.ts';

interface Logged {
  readonly level: number;
  readonly msg: string;
  readonly request_id?: string;
  readonly fleet?: string;
  readonly error?: { readonly name: string; readonly message: string; readonly stack?: string };
}

const closings: (() => void)[] = [];
afterEach(() => closings.splice(0).forEach((close) => close()));

/** Starts a server that answers `GET /` with the lines. @returns its address and its log */
async function serve(write: LineAnswer['write']): Promise<{ url: string; logged: Logged[] }> {
  const logged: Logged[] = [];
  const app = express();
  app.use(requestLog(pino({}, { write: (line: string) => logged.push(JSON.parse(line) as Logged) })));
  app.get('/', async (_request, response) => {
    response.locals['fleet'] = 'north';
    await sendLines(response, new LineAnswer(write), 'application/x-ndjson');
  });
  app.use(problemHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, logged };
}

const errorsOf = (logged: readonly Logged[]): readonly Logged[] => logged.filter(({ level }) => level >= 50);

describe('an answer of lines', () => {
  it('that fails after its first line is cut, and the log says why', async () => {
    const { url, logged } = await serve(async (out) => {
      await out('{"kind":"export"}\n');
      throw new RangeError('cannot read the rest');
    });
    const headers = { 'x-request-id': 'asked-1' };
    const response = await fetch(url, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('request cut off');
    expect(errorsOf(logged)).toMatchObject([
      {
        msg: 'an answer was interrupted',
        request_id: 'asked-1',
        fleet: 'north',
        error: { name: 'RangeError', message: 'cannot read the rest' },
      },
    ]);
    expect(errorsOf(logged)[0]!.error!.stack).toContain('lines.int.test.ts');
  });

  it('that fails before its first line is a problem like any other', async () => {
    const { url, logged } = await serve(() => Promise.reject(new RangeError('cannot read')));
    const response = await fetch(url);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ status: 500, title: 'Internal error' });
    expect(errorsOf(logged)[0]).toMatchObject({ msg: 'request failed', error: { name: 'RangeError' } });
  });

  it('whose reader goes is let go, and nobody is called', async () => {
    let end: unknown;
    const { url, logged } = await serve(async (out) => {
      try {
        for (;;) await out(`${'x'.repeat(100_000)}\n`);
      } catch (error) {
        end = error;
        throw error;
      }
    });
    const stop = new AbortController();
    const response = await fetch(url, { signal: stop.signal });
    await response.body!.getReader().read();
    stop.abort();
    await expect.poll(() => end).toMatchObject({ name: 'ReaderGoneError' });
    await expect.poll(() => logged.map(({ msg }) => msg)).toEqual(['request cut off']);
    expect(errorsOf(logged)).toEqual([]);
  });

  it('that goes well is whole', async () => {
    const { url, logged } = await serve(async (out) => {
      await out('1\n');
      await out('2\n');
    });
    expect(await (await fetch(url)).text()).toBe('1\n2\n');
    expect(errorsOf(logged)).toEqual([]);
  });
});
