import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TemporalUnavailableError, createWorkflowGateway } from '../../temporal/index.ts';
import type { GatewayOptions } from '../../temporal/index.ts';
import { backfillWorkflowId, tripWorkflowId } from '../../workflows/contracts/index.ts';
import type { TripInput } from '../../workflows/contracts/index.ts';
import { lateTemporal } from '../support/servers/latePart.ts';

const trip = (): TripInput => ({
  fleet: 'north',
  driverId: `a/b:c ${randomUUID()}`,
  tripId: '1790000000000',
  receivedAt: new Date().toISOString(),
  source: 'webhook',
});
const at = (address: string, options: GatewayOptions = {}) =>
  createWorkflowGateway({ address, namespace: 'default', taskQueue: `test-${randomUUID()}` }, options);

describe('on a real Temporal', () => {
  let gateway: ReturnType<typeof createWorkflowGateway>;
  let connection: Connection;
  beforeAll(async () => {
    gateway = at(inject('temporalAddress'));
    connection = await Connection.connect({ address: inject('temporalAddress') });
  });
  afterAll(async () => {
    await gateway.close();
    await connection.close();
  });

  it('fifty starts of one trip make one workflow', async () => {
    const input = trip();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => gateway.startTrip(input)));
    expect(verdicts.filter((verdict) => verdict === 'started')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'duplicate')).toHaveLength(49);
  });

  it('a trip whose workflow has closed is still a duplicate', async () => {
    const input = trip();
    expect(await gateway.startTrip(input)).toBe('started');
    const id = tripWorkflowId(input, (text) => createHash('sha256').update(text).digest('hex'));
    await new Client({ connection }).workflow.getHandle(id).terminate('closed by a test');
    expect(await gateway.startTrip(input)).toBe('duplicate');
  });

  it('a trip beyond its fleet’s pace is held by Temporal at once, and begins later; a duplicate takes no turn', async () => {
    const delayed: string[] = [];
    const share = { tripsPerSecond: 0.02, onDelayed: (fleet: string) => void delayed.push(fleet) };
    const paced = at(inject('temporalAddress'), { share });
    const inputs = Array.from({ length: 6 }, trip);
    for (const input of inputs) expect(await paced.startTrip(input)).toBe('started');
    expect(await paced.startTrip(inputs[0]!)).toBe('duplicate');
    const other = { ...trip(), fleet: 'south' };
    expect(await paced.startTrip(other)).toBe('started');
    await paced.close();
    const client = new Client({ connection });
    const delays: number[] = [];
    for (const input of [...inputs, other]) {
      const id = tripWorkflowId(input, (text) => createHash('sha256').update(text).digest('hex'));
      const { startTime, executionTime } = await client.workflow.getHandle(id).describe();
      delays.push(executionTime!.getTime() - startTime.getTime());
    }
    // One trip every fifty seconds, less the time that has passed, which is shorter on every machine.
    expect(delays[0]).toBe(0);
    expect(delays.at(-1)).toBe(0);
    for (const [index, ms] of delays.slice(1, 6).entries()) {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual((index + 1) * 50_000);
    }
    expect(delayed).toEqual(Array<string>(5).fill('north'));
  });

  it('a deletion is started once', async () => {
    const input = { fleet: 'north', deletionId: randomUUID() };
    expect(await gateway.startDeletion(input)).toBe('started');
    expect(await gateway.startDeletion(input)).toBe('duplicate');
  });

  it('a backfill is started once, and cancelled whether it is there or not', async () => {
    const input = { fleet: 'north', backfillId: randomUUID() };
    await gateway.cancelBackfill(input);
    expect(await gateway.startBackfill(input)).toBe('started');
    expect(await gateway.startBackfill(input)).toBe('duplicate');
    await gateway.cancelBackfill(input);
    const history = await new Client({ connection }).workflow
      .getHandle(backfillWorkflowId(input))
      .fetchHistory();
    const cancels = history.events?.filter((event) => event.workflowExecutionCancelRequestedEventAttributes);
    expect(cancels).toHaveLength(1);
  });

  it('answers a check, and says when the namespace is not there', async () => {
    await gateway.check();
    const lost = createWorkflowGateway({
      address: inject('temporalAddress'),
      namespace: 'nowhere',
      taskQueue: 'q',
    });
    await expect(lost.check()).rejects.toBeInstanceOf(TemporalUnavailableError);
    await lost.close();
  });
});

describe('with Temporal away', () => {
  it('says so in time when nothing listens', async () => {
    const gateway = at('127.0.0.1:9');
    await expect(gateway.startTrip(trip())).rejects.toBeInstanceOf(TemporalUnavailableError);
    await expect(gateway.check()).rejects.toBeInstanceOf(TemporalUnavailableError);
    await gateway.close();
  });

  it('says so in time when something listens and never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    const address = await listening(silent);
    const gateway = at(address);
    await expect(gateway.startTrip(trip())).rejects.toBeInstanceOf(TemporalUnavailableError);
    await gateway.close();
    silent.close();
  });

  it('can be closed while calls are under way, and nothing breaks later', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    const gateway = at('127.0.0.1:9');
    const calls = [gateway.startTrip(trip()), gateway.check(), gateway.startTrip(trip())];
    const outcomes = Promise.allSettled(calls);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await gateway.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    process.off('uncaughtExceptionMonitor', note);
    expect(uncaught).toEqual([]);
  });

  it('continues automatically once Temporal is back', async () => {
    const temporal = await lateTemporal();
    const gateway = at(temporal.address);
    const input = trip();
    await expect(gateway.startTrip(input)).rejects.toBeInstanceOf(TemporalUnavailableError);
    await temporal.open();
    // A start that was held, and answered too late, is a duplicate at the next try.
    await expect
      .poll(() => gateway.startTrip(input).catch(() => 'unavailable'), { timeout: 60_000, interval: 200 })
      .not.toBe('unavailable');
    const connection = await Connection.connect({ address: inject('temporalAddress') });
    const id = tripWorkflowId(input, (text) => createHash('sha256').update(text).digest('hex'));
    const { status } = await new Client({ connection }).workflow.getHandle(id).describe();
    expect(status.name).toBe('RUNNING');
    await connection.close();
    await gateway.close();
    await temporal.close();
  });
});

function listening(server: Server): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
}
