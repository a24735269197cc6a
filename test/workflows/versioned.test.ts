import type { WorkflowDefinitionOptions } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { WORKFLOWS } from '../../workflows/contracts/index.ts';
import * as registered from '../../workflows/versioned.ts';

const behaviours = new Map(
  Object.entries(registered).map(([name, workflow]) => [
    name,
    (workflow as { workflowDefinitionOptions?: WorkflowDefinitionOptions }).workflowDefinitionOptions
      ?.versioningBehavior,
  ]),
);
const those = (behaviour: string | undefined): string[] =>
  [...behaviours].filter(([, each]) => each === behaviour).map(([name]) => name);

describe('workflows', () => {
  it('are registered under the names of the contract', () => {
    expect([...behaviours.keys()].sort()).toEqual(Object.values(WORKFLOWS).sort());
  });

  it('each say whether a new build of the workers takes them over', () => {
    expect(those(undefined)).toEqual([]);
  });

  it('stay on their build when they are clocks that run for days', () => {
    expect(those('PINNED').sort()).toEqual(['incidentWorkflow', 'releaseWorkflow']);
  });
});
