import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createTripHash } from '../../temporal/index.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { notificationOf } from '../support/stand-ins/analytics.ts';
import { everyTripRule } from '../support/servers/rules.ts';
import { buildImage } from '../support/servers/builtImage.ts';
import type { BuiltImage } from '../support/servers/builtImage.ts';
import { startCommand } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';
import { expectTaken } from '../support/servers/notificationSender.ts';
import { ADMIN_TOKEN, FLEET, WEBHOOK_TOKEN, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { buildsOf, workerBuilds } from '../support/servers/workerBuilds.ts';

const WAIT = { timeout: 60_000, interval: 100 };
const VERSION = { TEMPORAL_DEPLOYMENT_NAME: `built-${randomUUID()}`, TEMPORAL_BUILD_ID: '1.0' };
const KEY = { PAYLOAD_ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}` };

let image: BuiltImage;
let stack: Stack;
let commands: NodeProcess[];
beforeAll(async () => {
  image = await buildImage();
});
afterAll(() => image.remove());
beforeEach(async () => {
  stack = await startStack();
  commands = [];
});
afterEach(async () => {
  await Promise.all(commands.map((command) => command.kill()));
  await stack.close();
});

/** Starts a role from the build, as the image does. */
async function start(role: 'serve' | 'worker', more: Record<string, string>, ready: string): Promise<string> {
  const environment = { ...stack.environment, NODE_ENV: 'production', PORT: '0', ...more };
  const command = startCommand([role], environment, { command: image.command });
  commands.push(command);
  return command.says(ready);
}

it.each([
  ['as they are', {}],
  ['with a version', VERSION],
  ['with encryption', KEY],
  ['with a version and encryption', { ...VERSION, ...KEY }],
])('what is built takes a trip from its notification to Slack: workers %s', async (_how, more) => {
  await stack.publish(everyTripRule());
  const trip = stack.put({ driverId: 'd-17', tripId: `t-${randomUUID()}` });
  await start('worker', more, 'worker runs');
  const deployment = 'TEMPORAL_DEPLOYMENT_NAME' in more ? VERSION.TEMPORAL_DEPLOYMENT_NAME : undefined;
  if (deployment !== undefined) await workerBuilds(stack, deployment).setCurrent(VERSION.TEMPORAL_BUILD_ID);
  const { url } = JSON.parse(await start('serve', more, 'web server listens')) as { url: string };

  const body = notificationOf(trip);
  await expectTaken(() => fetch(`${url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, { method: 'POST', body }));
  await expect.poll(() => stack.slack.messages.length, WAIT).toBe(1);
  const shown = await fetch(`${url}/api/v1/fleets/${FLEET}/trips/${trip.driverId}/${trip.tripId}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  expect(await shown.json()).toMatchObject({ state: 'decided' });
  const { payloadEncryptionKeys } = readConfig({ ...stack.environment, ...more });
  const workflowId = tripWorkflowId({ fleet: FLEET, ...trip }, createTripHash(payloadEncryptionKeys));
  const builds = await buildsOf(stack, workflowId);
  expect([...new Set(builds)]).toEqual(deployment === undefined ? [] : [VERSION.TEMPORAL_BUILD_ID]);
  for (const command of commands) expect(await command.stop()).toBe(0);
});
