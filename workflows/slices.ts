import { CancellationScope, ContinueAsNew, isCancellation, rootCause } from '@temporalio/workflow';

/** Number of slices after which a new run starts, to limit the history. The progress is in the store. */
const SLICES_A_RUN = 200;

/** State of a workflow that was cancelled or failed. */
export type EarlyEnd = { readonly state: 'cancelled' } | { readonly state: 'failed'; readonly error: string };

/** Long work that is done in slices. */
interface SlicedWork<Result> {
  /** Does one slice of the work. @returns undefined while there is more to do */
  readonly slice: () => Promise<Result | undefined>;
  /** Continues the workflow in a new run, with a new history. */
  readonly continueAsNew: () => Promise<never>;
  /** Records that the work was cancelled or failed. */
  readonly noteEnd?: (end: EarlyEnd) => Promise<void>;
}

/** Does long work slice by slice until it is complete. Starts a new run whenever the history becomes long. */
export async function inSlices<Result>({
  slice,
  continueAsNew,
  noteEnd,
}: SlicedWork<Result>): Promise<Result> {
  try {
    for (let count = 0; count < SLICES_A_RUN; count += 1) {
      const result = await slice();
      if (result !== undefined) return result;
    }
    return await continueAsNew();
  } catch (error) {
    if (noteEnd && !(error instanceof ContinueAsNew))
      await CancellationScope.nonCancellable(() => noteEnd(endOf(error)));
    throw error;
  }
}

function endOf(error: unknown): EarlyEnd {
  // Checks the scope too: if a worker was dead when the workflow was cancelled, the activity ends with a timeout, not with a
  // cancellation.
  const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
  return isCancelled
    ? { state: 'cancelled' }
    : { state: 'failed', error: rootCause(error) ?? 'no reason was given' };
}
