import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pinned } from '../../checks/pinImages.ts';

/** A registry with one image that requires a token, as Docker Hub does. */
let registry: Server;
let host: string;
const MANIFEST = '{"schemaVersion":2,"manifests":[]}';
const DIGEST = `sha256:${createHash('sha256').update(MANIFEST).digest('hex')}`;
beforeAll(async () => {
  registry = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://registry');
    if (pathname === '/token') {
      const isWanted = searchParams.get('scope') === 'repository:team/thing:pull';
      return void response.end(JSON.stringify({ token: isWanted ? 'planted-token' : 'another' }));
    }
    if (request.headers.authorization !== 'Bearer planted-token') {
      const realm = `Bearer realm="http://${host}/token",service="registry",scope="repository:team/thing:pull"`;
      return void response.writeHead(401, { 'www-authenticate': realm }).end();
    }
    if (pathname === '/v2/team/thing/manifests/1.2.3') {
      expect(request.headers.accept).toContain('image.index');
      return void response.writeHead(200, { 'docker-content-digest': DIGEST }).end(MANIFEST);
    }
    if (pathname === '/v2/team/thing/manifests/6.6.6')
      return void response.writeHead(200, { 'docker-content-digest': DIGEST }).end('another manifest');
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => registry.close());

it('writes the digest of each image behind its tag, once, and leaves the image of this project alone', async () => {
  const compose = (digest: string): string =>
    `services:\n  one:\n    image: ${host}/team/thing:1.2.3${digest}\n  own:\n    image: tripline:\${BUILD:-local}\n`;
  const dockerfile = (digest: string): string =>
    `FROM ${host}/team/thing:1.2.3${digest} AS build\nRUN true\n`;
  const expected = [compose(`@${DIGEST}`), dockerfile(`@${DIGEST}`)];
  expect(await pinned([compose(''), dockerfile('')])).toEqual(expected);
  // The earlier digest is replaced.
  const before = `@sha256:${'0'.repeat(64)}`;
  expect(await pinned([compose(before), dockerfile(before)])).toEqual(expected);
});

it.each([
  ['a tag that the registry does not have', '9.9.9', /thing:9\.9\.9: 127\.0\.0\.1:\d+ answered 404/],
  ['a manifest that is not what the registry says', '6.6.6', /its manifest is sha256:[0-9a-f]{64}, and/],
])('%s is an error that names the image', async (_what, tag, message) => {
  await expect(pinned([`FROM ${host}/team/thing:${tag}\n`])).rejects.toThrow(message);
});
