import { CancellationScope, ContinueAsNew, isCancellation, rootCause } from '@temporalio/workflow';

/** A history of so many slices is long enough; how far the work is stands in the store. */
const SLICES_A_RUN = 200;

/** How a workflow ended that was cancelled or failed. */
export type EarlyEnd = { readonly state: 'cancelled' } | { readonly state: 'failed'; readonly error: string };

/** Long work, slice by slice. */
interface SlicedWork<Result> {
  /** Goes on for one slice. @returns undefined while there is more to do */
  readonly slice: () => Promise<Result | undefined>;
  /** Goes on in a run of its own, with a new history. */
  readonly continueAsNew: () => Promise<never>;
  /** Notes that the work was cancelled or failed. */
  readonly noteEnd?: (end: EarlyEnd) => Promise<void>;
}

/** Runs long work slice by slice until it is over, in as many runs as its histories need. */
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
  // A worker that was dead when the cancellation came answers with a timeout.
  const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
  return isCancelled
    ? { state: 'cancelled' }
    : { state: 'failed', error: rootCause(error) ?? 'no reason was given' };
}
