import type { CompiledWorkflowOptions, WorkflowClientInterceptor } from '@temporalio/client';
import { priorityOf, summaryOfType } from '../workflows/contracts/index.ts';

/**
 * Gives every workflow that a client starts its fleet's key, so that one fleet's backlog does not delay another's work, and
 * its summary for Temporal's UI.
 */
export const startDetails: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    next({ ...input, options: withDetails(input.workflowType, input.options) }),
  signalWithStart: (input, next) =>
    next({ ...input, options: withDetails(input.workflowType, input.options) }),
};

/** Each workflow is given one input, and each input names its fleet. */
function withDetails(type: string, options: CompiledWorkflowOptions): CompiledWorkflowOptions {
  const [input] = options.args as [{ readonly fleet?: unknown } | undefined];
  if (typeof input?.fleet !== 'string') return options;
  const staticSummary = options.staticSummary ?? summaryOfType(type, input);
  return {
    ...options,
    priority: priorityOf(input.fleet),
    ...(staticSummary !== undefined && { staticSummary }),
  };
}
