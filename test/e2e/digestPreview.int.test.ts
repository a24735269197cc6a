import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DigestContent } from '../../messages/digests/index.ts';
import { lastDateOver, periodEnding } from '../../rules/digests/index.ts';
import { THREADS } from '../../server/workerThreads/index.ts';
import { createWorkflowGateway } from '../../temporal/index.ts';
import { digestPreviewWorkflowId } from '../../workflows/contracts/index.ts';
import { TOKENS, startServerInTest } from '../support/servers/server.ts';
import type { ServerInTest } from '../support/servers/server.ts';
import { clearOfMidnight } from '../support/run/clearOfMidnight.ts';
import { digestDocument } from '../support/digests/run.ts';
import { drive } from '../support/digests/digests.ts';
import { FLEET } from '../support/servers/stack.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack } from '../support/servers/useStack.ts';

/** Tests the whole way of a preview: the API, a real Temporal, a worker that reads the fleet, the page. */
let server: ServerInTest;
let temporal: ReturnType<typeof createWorkflowGateway>;
const stack = useStack();
beforeAll(async () => {
  drive(stack, 'd-1', 'd-2');
  await stack.publishAs('digest', digestDocument({ id: 'weekly', slack: '#fleet' }));
  await stack.startWorker();
  temporal = createWorkflowGateway(stack.config.temporal);
  server = await startServerInTest(stack.database);
  server.gateway.preview = (input) => temporal.runDigestPreview(input);
});
afterAll(async () => {
  await server.close();
  await temporal.close();
});
beforeEach(async () => {
  // The server decides by its own clock which period a preview covers, and the next day covers another one.
  await clearOfMidnight('UTC');
  const { now } = periodEnding(lastDateOver(new Date()), 'week');
  stack.analytics.fleetScores.set('', new Map([[now.to, 83.5]]));
});

const check = (query: string, accept: string) =>
  fetch(`${server.url}/api/v1/fleets/${FLEET}/digests/weekly/preview${query}`, {
    headers: { accept, authorization: `Bearer ${TOKENS.viewer}` },
  });

it('is made by a worker, shown, and made once for whoever checks again', async () => {
  const inThread = vi.spyOn(THREADS, 'run');
  const page = await check('', 'text/html');
  // The page is rendered in a thread, because its charts would delay every other request.
  expect(inThread.mock.calls.map(([task]) => task)).toEqual(['digestPage']);
  inThread.mockRestore();
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('83.5');
  const again = (await (await check('', 'application/json')).json()) as DigestContent;
  expect(again.scores?.score.value).toBe(83.5);
  expect(again.drivers?.active.value).toBe(2);
  expect(again.coverage?.comparison).toMatchObject({ compared: 0, isOff: true });
  expect(new Set(server.gateway.previews).size).toBe(1);

  // Nothing was sent, no driver's data is stored, and the history is short and names no driver.
  const runId = server.gateway.previews[0]!;
  const run = await stack.database.db
    .selectFrom('digestRuns')
    .select(['state', 'origin'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  expect(run).toEqual({ state: 'done', origin: 'preview' });
  expect(await stack.database.db.selectFrom('digestDrivers').selectAll().execute()).toEqual([]);
  expect(stack.smtp.mails).toEqual([]);
  expect(stack.slack.messages).toEqual([]);
  const id = digestPreviewWorkflowId({ fleet: FLEET, runId });
  const { events } = await stack.client.workflow.getHandle(id).fetchHistory();
  expect(events!.length).toBeLessThan(200);
  const text = everythingIn(events);
  // The history does contain payloads in plain text.
  expect(text).toContain(`"runId":"${runId}"`);
  expect(text).not.toMatch(/d-1\b|83\.5/);
});

it('of a version that no document can have is refused', async () => {
  expect((await check('?version=54656376500819', 'application/json')).status).toBe(400);
});

it('says so when it cannot be made', async () => {
  expect(await temporal.runDigestPreview({ fleet: FLEET, runId: '999999999999' })).toBe('failed');
});
