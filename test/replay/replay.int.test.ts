import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { bundleWorkflowCode, Worker } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { WORKFLOWS } from '../../workflows/contract.ts';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const nothing = (): void => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

interface RecordedHistory {
  readonly events: {
    eventType: string;
    activityTaskScheduledEventAttributes?: { activityType: { name: string } };
    workflowExecutionStartedEventAttributes?: { workflowType: { name: string } };
  }[];
}

let workflowBundle: WorkflowBundleWithSourceMap;
beforeAll(async () => {
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
    logger: quiet,
  });
});

const recorded = (name: string): RecordedHistory =>
  JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as RecordedHistory;

describe('a recorded history', () => {
  it.each(names)('%s replays on today’s workflow code', async (name) => {
    await expect(Worker.runReplayHistory({ workflowBundle }, recorded(name))).resolves.toBeUndefined();
  });

  it('is there for every workflow', () => {
    const types = new Set(
      names.map(
        (name) => recorded(name).events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name,
      ),
    );
    expect([...types].sort()).toEqual(Object.values(WORKFLOWS).sort());
  });

  it('that was altered is refused', async () => {
    const history = recorded('trip-matched.json');
    const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes);
    scheduled!.activityTaskScheduledEventAttributes!.activityType.name = 'somethingElse';
    await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toThrow(
      DeterminismViolationError,
    );
  });
});
