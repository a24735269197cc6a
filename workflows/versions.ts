import type { WorkflowDefinitionOptions } from '@temporalio/common';

/**
 * A clock that runs for days: it stays on the build of workers that it began on, so that a change of its code never meets
 * it on its way. When it continues as new it begins on the build that is current then (`ON_CURRENT`), so that old ones end.
 */
export const STAYS: WorkflowDefinitionOptions = { versioningBehavior: 'PINNED' };

/** Everything else goes over to the current build with its next step: recorded histories are replayed before a release. */
export const MOVES: WorkflowDefinitionOptions = { versioningBehavior: 'AUTO_UPGRADE' };

/** Of a continue-as-new: begin on the current build instead of the one that this run is pinned to. */
export const ON_CURRENT = { initialVersioningBehavior: 'AUTO_UPGRADE' } as const;
