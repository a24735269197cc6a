import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readBody } from '../../../server/http/index.ts';

const CHUNK_BYTES = 65_536;

/**
 * Makes a request whose body arrives as from Node: chunk by chunk, until a push says that the request accepts no more for now.
 */
function arriving(): { readonly request: IncomingMessage; readonly response: ServerResponse } {
  const request = new IncomingMessage(new Socket());
  return { request, response: new ServerResponse(request) };
}

it('a body of megabytes gives other requests a turn after each part, and is whole', async () => {
  const { request, response } = arriving();
  const read = readBody(request, response, 5_242_880);
  await turn();
  const parts: Buffer[] = [];
  const mostInARow: number[] = [];
  for (let part = 0; part < 20;) {
    let inARow = 0;
    for (let takesMore = true; takesMore && part < 20; part += 1) {
      const chunk = Buffer.alloc(CHUNK_BYTES, part);
      parts.push(chunk);
      takesMore = request.push(chunk);
      inARow += 1;
    }
    mostInARow.push(inARow);
    await turn();
    await turn();
  }
  request.push(null);
  const body = await read;
  expect(body.kind === 'read' && body.bytes.equals(Buffer.concat(parts))).toBe(true);
  expect(Math.max(...mostInARow)).toBeLessThanOrEqual(3);
});

it('a small body waits for no turn', async () => {
  const { request, response } = arriving();
  const read = readBody(request, response, 5_242_880);
  await turn();
  expect(request.push(Buffer.from('{"type":"TRIP_SCORED"}'))).toBe(true);
  expect(request.isPaused()).toBe(false);
  request.push(null);
  expect(await read).toMatchObject({ kind: 'read' });
});

it('a body that is refused in the middle of a part stays refused', async () => {
  const { request, response } = arriving();
  const read = readBody(request, response, CHUNK_BYTES * 3);
  await turn();
  for (let part = 0; part < 4; part += 1) {
    request.push(Buffer.alloc(CHUNK_BYTES, part));
    await turn();
    await turn();
  }
  expect(await read).toEqual({ kind: 'too_large' });
  expect(request.isPaused()).toBe(true);
});
