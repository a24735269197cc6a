import type { CompiledWorkflowOptions, WorkflowClientInterceptor } from '@temporalio/client';
import { priorityOf } from '../workflows/contracts/index.ts';

/** Says of every workflow that a client starts whose it is, so that one fleet's backlog does not stand before another's work. */
export const fleetPriority: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, options: ofItsFleet(input.options) }),
  signalWithStart: (input, next) => next({ ...input, options: ofItsFleet(input.options) }),
};

/** Each workflow is given one input, and each input names its fleet. */
function ofItsFleet(options: CompiledWorkflowOptions): CompiledWorkflowOptions {
  const { fleet } = (options.args[0] ?? {}) as { readonly fleet?: unknown };
  return typeof fleet === 'string' ? { ...options, priority: priorityOf(fleet) } : options;
}
