import { request as httpRequest } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../server/http/index.ts';
import type { Listening } from '../../../server/http/index.ts';

let open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
});
async function start(app: RequestListener): Promise<Listening> {
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  open.push(listening);
  return listening;
}

describe('closing', () => {
  it('lets a running request finish, takes no new one, and does not wait for idle connections', async () => {
    let finish: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let answer: () => void = () => undefined;
    const listening = await start((request, response) => {
      if (request.url === '/idle') return void response.end('idle');
      answer = () => response.end('finished');
      finish();
    });
    expect(await (await fetch(`${listening.url}/idle`)).text()).toBe('idle');
    const running = fetch(`${listening.url}/slow`).then((response) => response.text());
    await arrived;
    const closing = listening.close();
    await expect(fetch(`${listening.url}/late`)).rejects.toThrow();
    answer();
    expect(await running).toBe('finished');
    await closing;
  });

  it('can be requested twice without an error', async () => {
    const listening = await start((_request, response) => response.end());
    await Promise.all([listening.close(), listening.close()]);
  });
});

describe('a port', () => {
  it('that is taken is said so', async () => {
    const first = await start((_request, response) => response.end());
    const port = Number(new URL(first.url).port);
    await expect(listen(() => undefined, { host: '127.0.0.1', port })).rejects.toThrow(
      new RegExp(`Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT`),
    );
  });
});

describe('what is no HTTP', () => {
  const app: RequestListener = (_request, response) => response.end('fine');

  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is answered as a problem, and the server goes on', async (_what, bytes, status) => {
    const { url } = await start(app);
    const { hostname, port } = new URL(url);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let all = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (all += chunk));
      socket.on('close', () => resolve(all)).on('error', reject);
    });
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain('application/problem+json');
    expect(await (await fetch(url)).text()).toBe('fine');
  });

  it('an aborted request harms nobody', async () => {
    const { url } = await start(app);
    const request = httpRequest(url, { method: 'POST', headers: { 'content-length': 100 } });
    request.on('error', () => undefined);
    request.write('x');
    await new Promise((resolve) => setTimeout(resolve, 50));
    request.destroy();
    expect(await (await fetch(url)).text()).toBe('fine');
  });
});
