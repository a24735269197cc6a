import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundle } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import * as registered from '../../workflows/index.ts';
import {
  bundleWorkflows,
  DECISION_IS_LOOKED_AT_AGAIN,
  INCIDENT_LOOKS_FIRST,
  RELEASE_WAITS_LONGER,
} from '../support/alteredWorkflows.ts';
import { frozenHistories, historyHashes } from './frozenHistories.ts';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

interface RecordedHistory {
  readonly events: {
    activityTaskScheduledEventAttributes?: { activityType: { name: string } };
    timerStartedEventAttributes?: object;
    workflowExecutionStartedEventAttributes?: { workflowType: { name: string } };
  }[];
}

const recorded = (name: string): RecordedHistory =>
  JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as RecordedHistory;
const typeOf = (name: string): string | undefined =>
  recorded(name).events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name;
/** A trip that concerned nobody is decided inside of its workflow task: it has no activity to be taken for another. */
const withActivities = names.filter((name) =>
  recorded(name).events.some((event) => event.activityTaskScheduledEventAttributes),
);

let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  workflowBundle = await bundleWorkflows();
});

describe('a recorded history', () => {
  it.each(names)('%s replays on today’s workflow code', async (name) => {
    await expect(Worker.runReplayHistory({ workflowBundle }, recorded(name))).resolves.toBeUndefined();
  });

  it('replays on workers that have a version too', async () => {
    const versioned = await bundleWorkflows(undefined, 'versioned');
    for (const name of ['incident.json', 'release.json', 'trip-matched.json'])
      await Worker.runReplayHistory({ workflowBundle: versioned }, recorded(name));
  });

  it('stays as it was recorded: a way that changed is recorded under a name of its own', () => {
    expect(historyHashes()).toEqual(frozenHistories());
  });

  it('is there for every workflow that the worker registers', () => {
    expect([...new Set(names.map(typeOf))].sort()).toEqual(Object.keys(registered).sort());
  });

  it.each(withActivities)('%s is refused when it tells of another activity', async (name) => {
    const history = recorded(name);
    const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes);
    scheduled!.activityTaskScheduledEventAttributes!.activityType.name = 'somethingElse';
    const replay = Worker.runReplayHistory({ workflowBundle }, history);
    await expect(replay).rejects.toThrow(DeterminismViolationError);
    await expect(replay).rejects.toThrow(/Nondeterminism.*somethingElse/s);
  });
});

describe('workflow code that was altered', () => {
  it.each([
    ['incident.json', INCIDENT_LOOKS_FIRST, 'refreshIncidentMessages'],
    ['release.json', RELEASE_WAITS_LONGER, 'imer'],
    ['trip-matched.json', DECISION_IS_LOOKED_AT_AGAIN, 'completeTrip'],
  ] as const)('is refused by the history %s', async (name, alteration, found) => {
    const altered = await bundleWorkflows(alteration);
    const replay = Worker.runReplayHistory({ workflowBundle: altered }, recorded(name));
    await expect(replay).rejects.toThrow(DeterminismViolationError);
    await expect(replay).rejects.toThrow(new RegExp(found));
    // What it does not concern replays as before.
    const other = Worker.runReplayHistory({ workflowBundle: altered }, recorded('quiet.json'));
    await expect(other).resolves.toBeUndefined();
  });
});
