import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between Tripline and the service that removes the overlap of reconciliation runs. */
export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a proxy that limits lists to days from `notBefore` on, as if each run listed only trips since the previous run. */
export async function startForgetfulProxy(target: string, notBefore: () => string): Promise<Proxy> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', target);
    const from = url.searchParams.get('start_date');
    const isList = /\/(drivers|trips)$/.test(url.pathname);
    if (isList && from !== null && from < notBefore()) url.searchParams.set('start_date', notBefore());
    fetch(url).then(
      async (answer) => {
        const body = await answer.text();
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
      },
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
