import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../../../simulator/simulator.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { call, KEY } from '../calls.ts';

let folder: string;
let receiver: Server;
let received: string[];
let takes: boolean;
let simulator: Simulator | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-journal-'));
  received = [];
  takes = true;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (takes) received.push((JSON.parse(Buffer.concat(chunks).toString()) as { trip_id: string }).trip_id);
      response.writeHead(takes ? 202 : 503).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterEach(async () => {
  await simulator?.close();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(startAt = new Date()): Promise<Simulator> {
  const { port } = receiver.address() as AddressInfo;
  simulator = await startSimulator({
    apiKey: KEY,
    seed: 7,
    drivers: 12,
    startAt,
    journalFile: join(folder, 'service.jsonl'),
    firstTripWithinSeconds: 0,
    webhook: { url: `http://127.0.0.1:${port}/hook`, schedule: { giveUpAfterSeconds: 86_400 } },
    quirks: { lateReadability: { share: 0, upToSeconds: 0 }, duplicateShare: 0, rescoreShare: 0 },
  });
  return simulator;
}
const statusOf = async (trip: { driverId: string; tripId: string }): Promise<number> =>
  (await call(simulator!, `/driver/${trip.driverId}/trip/${trip.tripId}?fields=info,events`)).status;

describe('a service with a journal', () => {
  it('knows its trips, what was deleted and what was scored anew after it was cut off', async () => {
    const first = await start();
    const kept = first.drive({ driverId: 'd-3', kind: 'ordinary' });
    const deleted = first.drive({ driverId: 'd-4', kind: 'ordinary' });
    first.rescore(kept, { events: ['COLLISION'] });
    await call(first, `/driver/${deleted.driverId}/trip/${deleted.tripId}`, { method: 'DELETE' });
    await first.close();
    // As a kill in the middle of a line leaves it.
    await appendFile(join(folder, 'service.jsonl'), '{"trip":{"driverIn');
    await start();
    expect(await statusOf(kept)).toBe(200);
    const { body } = await call(simulator!, `/driver/d-3/trip/${kept.tripId}?fields=events`);
    expect(JSON.stringify(body)).toContain('COLLISION');
    expect(await statusOf(deleted)).not.toBe(200);
  });

  it('removes a deletion once the trip is too old to be listed', async () => {
    const first = await start();
    const deleted = first.drive({ driverId: 'd-4', kind: 'ordinary' });
    await call(first, `/driver/d-4/trip/${deleted.tripId}`, { method: 'DELETE' });
    const isKept = async (): Promise<boolean> =>
      (await readFile(join(folder, 'service.jsonl'), 'utf8')).includes('"deleted"');
    for (const [days, kept] of [
      [20, true],
      [23, false],
    ] as const) {
      await simulator!.close();
      await start(new Date(Date.now() + days * 86_400_000));
      expect([days, await isKept()]).toEqual([days, kept]);
      expect(await statusOf(deleted)).not.toBe(200);
    }
  });

  it('goes on announcing what nobody took, once, and nothing that was taken', async () => {
    const first = await start();
    const taken = first.drive({ driverId: 'd-3' });
    await expect.poll(() => received).toEqual([taken.tripId]);
    await expect.poll(() => first.webhooks().at(-1)?.state).toBe('delivered');
    takes = false;
    const untaken = first.drive({ driverId: 'd-4' });
    await expect.poll(() => first.webhooks().at(-1)?.attempts.length).toBe(1);
    await first.close();
    takes = true;
    const second = await start();
    await expect.poll(() => received).toEqual([taken.tripId, untaken.tripId]);
    await expect.poll(() => second.webhooks().at(-1)?.state).toBe('delivered');
    await second.close();
    await start();
    const proof = simulator!.drive({ driverId: 'd-5' });
    await expect.poll(() => received).toEqual([taken.tripId, untaken.tripId, proof.tripId]);
  });
});
