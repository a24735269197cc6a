import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundle } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import * as registered from '../../workflows/index.ts';
import {
  bundleWorkflows,
  DECISION_IS_REEVALUATED,
  INCIDENT_READS_FIRST,
  RELEASE_WAITS_LONGER,
} from '../support/temporal/alteredWorkflows.ts';
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
/** A trip that matched no rule is decided inside of its workflow task, so it has no activity to replace. */
const withActivities = names.filter((name) =>
  recorded(name).events.some((event) => event.activityTaskScheduledEventAttributes),
);

function withAnotherActivity(name: string): RecordedHistory {
  const history = recorded(name);
  const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes);
  scheduled!.activityTaskScheduledEventAttributes!.activityType.name = 'somethingElse';
  return history;
}

/** Replays histories on one worker. @returns the error of each by its name, `undefined` if it replays */
async function replay(
  workflowBundle: WorkflowBundle,
  histories: Readonly<Record<string, RecordedHistory>>,
): Promise<Record<string, Error | undefined>> {
  const given = Object.entries(histories).map(([workflowId, history]) => ({ workflowId, history }));
  const outcomes: Record<string, Error | undefined> = {};
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, given))
    outcomes[workflowId] = error;
  return outcomes;
}

const historiesOf = (given: readonly string[], read = recorded): Record<string, RecordedHistory> =>
  Object.fromEntries(given.map((name) => [name, read(name)]));

let asRecorded: Record<string, Error | undefined>;
let withAnother: Record<string, Error | undefined>;
beforeAll(async () => {
  const workflowBundle = await bundleWorkflows();
  asRecorded = await replay(workflowBundle, historiesOf(names));
  withAnother = await replay(workflowBundle, historiesOf(withActivities, withAnotherActivity));
});

describe('a recorded history', () => {
  it.each(names)('%s replays on today’s workflow code', (name) => {
    expect(asRecorded).toHaveProperty([name], undefined);
  });

  it('replays on workers that have a version too', async () => {
    const versioned = await bundleWorkflows(undefined, 'versioned');
    const some = ['incident.json', 'release.json', 'trip-matched.json'];
    const outcomes = await replay(versioned, historiesOf(some));
    expect(outcomes).toEqual(Object.fromEntries(some.map((name) => [name, undefined])));
    expect(Object.keys(outcomes).sort()).toEqual(some);
  });

  it('stays as it was recorded: a way that changed is recorded under a name of its own', () => {
    expect(historyHashes()).toEqual(frozenHistories());
  });

  it('is there for every workflow that the worker registers', () => {
    expect([...new Set(names.map(typeOf))].sort()).toEqual(Object.keys(registered).sort());
  });

  it.each(withActivities)('%s is refused when it contains another activity', (name) => {
    expect(withAnother[name]).toBeInstanceOf(DeterminismViolationError);
    expect(withAnother[name]?.message).toMatch(/Nondeterminism.*somethingElse/s);
  });
});

describe('workflow code that was altered', () => {
  it.each([
    ['incident.json', INCIDENT_READS_FIRST, 'refreshIncidentMessages'],
    ['release.json', RELEASE_WAITS_LONGER, 'imer'],
    ['trip-matched.json', DECISION_IS_REEVALUATED, 'completeTrip'],
  ] as const)('is refused by the history %s', async (name, alteration, found) => {
    const altered = await bundleWorkflows(alteration);
    // A history that the change does not affect replays as before.
    const outcomes = await replay(altered, historiesOf([name, 'notification-gap.json']));
    expect(outcomes[name]).toBeInstanceOf(DeterminismViolationError);
    expect(outcomes[name]?.message).toMatch(new RegExp(found));
    expect(outcomes).toHaveProperty(['notification-gap.json'], undefined);
  });
});
