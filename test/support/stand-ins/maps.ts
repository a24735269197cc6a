import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mapTilePng } from './mapTilePng.ts';

/** The reaction to every request. `hangs`: no answer until `release`. */
export type MapAnswer = 'answers' | 'hangs' | 'redirects' | 'is too large' | 'refuses' | 'sends rubbish';

export interface MapStandIn {
  /** The address of the geocoder's interface. */
  readonly geocoderUrl: string;
  /** With `{z}`, `{x}` and `{y}`. */
  readonly tilesUrl: string;
  /** Paths with their query, oldest first. */
  readonly questions: string[];
  readonly tiles: string[];
  readonly headers: IncomingHttpHeaders[];
  /** Requests that followed a redirect. */
  readonly followed: string[];
  answer: MapAnswer;
  /** The address as Nominatim sends it. */
  address: Readonly<Record<string, string>>;
  /** Answers everything that hangs. */
  release(): void;
  close(): Promise<void>;
}

/** A geocoder with Nominatim's interface and a server of raster tiles, on a real socket. */
export async function startMapStandIn(): Promise<MapStandIn> {
  const png = mapTilePng('#eeeeee');
  let waiting: (() => void)[] = [];
  const respond = (path: string, response: ServerResponse): void => {
    if (path.startsWith('/tiles/')) {
      response.setHeader('content-type', 'image/png').end(png);
      return;
    }
    const found = { display_name: 'all of it', address: standIn.address };
    response.end(JSON.stringify('error' in standIn.address ? standIn.address : found));
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/elsewhere')) {
      standIn.followed.push(path);
      respond(path, response);
      return;
    }
    (path.startsWith('/tiles/') ? standIn.tiles : standIn.questions).push(path);
    standIn.headers.push(request.headers);
    switch (standIn.answer) {
      case 'answers':
        return respond(path, response);
      case 'hangs':
        waiting.push(() => respond(path, response));
        return;
      case 'redirects':
        response.writeHead(302, { location: '/elsewhere' }).end();
        return;
      case 'is too large':
        response.end(Buffer.concat([Buffer.from(png), Buffer.alloc(1_000_000)]));
        return;
      case 'refuses':
        response.writeHead(429).end('{"error":"slow down"}');
        return;
      case 'sends rubbish':
        response.end('<html>hello</html>');
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: MapStandIn = {
    geocoderUrl: `${url}/geo/?key=secret`,
    tilesUrl: `${url}/tiles/{z}/{x}/{y}.png?key=secret`,
    questions: [],
    tiles: [],
    headers: [],
    followed: [],
    answer: 'answers',
    address: { road: 'Invalidenstraße', house_number: '12', city: 'Berlin', country_code: 'de' },
    release() {
      for (const each of waiting) each();
      waiting = [];
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return standIn;
}
