import type { CompiledWorkflowOptions, WorkflowClientInterceptor } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { SearchAttributePair } from '@temporalio/common';
import { priorityOf, summaryOfType } from '../workflows/contracts/index.ts';
import type { SearchAttribute } from '../workflows/contracts/index.ts';
import { grpcErrorIn } from './connection.ts';

const FLEET = defineSearchAttributeKey('TriplineFleet' satisfies SearchAttribute, 'KEYWORD');

/** Status code of gRPC for a request that is wrong in itself. */
const INVALID_ARGUMENT = 3;
/** A namespace that lacks the search attributes is tried again with them after so long. */
const WITHOUT_FOR_MS = 10 * 60_000;

/**
 * Gives every workflow that a client starts its fleet's key, so that one fleet's backlog does not delay another's work; its
 * summary for Temporal's UI; and its search attributes. A namespace that lacks those refuses the start, which is then made
 * without: only the filter is lost.
 */
export function createStartDetails(now: () => number = () => performance.now()): WorkflowClientInterceptor {
  let withoutUntil = -Infinity;

  async function started<T>(
    options: CompiledWorkflowOptions,
    start: (options: CompiledWorkflowOptions) => Promise<T>,
  ): Promise<T> {
    if (now() < withoutUntil) return start(withoutAttributes(options));
    try {
      return await start(options);
    } catch (error) {
      if (!isRefusedAttribute(error)) throw error;
      withoutUntil = now() + WITHOUT_FOR_MS;
      return start(withoutAttributes(options));
    }
  }

  return {
    startWithDetails: (input, next) =>
      started(withDetails(input.workflowType, input.options), (options) => next({ ...input, options })),
    signalWithStart: (input, next) =>
      started(withDetails(input.workflowType, input.options), (options) => next({ ...input, options })),
  };
}

/** Each workflow is given one input, and each input names its fleet. */
function withDetails(type: string, options: CompiledWorkflowOptions): CompiledWorkflowOptions {
  const [input] = options.args as [{ readonly fleet?: unknown } | undefined];
  if (typeof input?.fleet !== 'string') return options;
  const staticSummary = options.staticSummary ?? summaryOfType(type, input);
  return {
    ...options,
    priority: priorityOf(input.fleet),
    typedSearchAttributes: [...givenAttributes(options), { key: FLEET, value: input.fleet }],
    ...(staticSummary !== undefined && { staticSummary }),
  };
}

function givenAttributes({
  typedSearchAttributes: given = [],
}: CompiledWorkflowOptions): SearchAttributePair[] {
  return Array.isArray(given) ? given : given.getAll();
}

function withoutAttributes(options: CompiledWorkflowOptions): CompiledWorkflowOptions {
  const { typedSearchAttributes: _left, ...rest } = options;
  return rest;
}

/**
 * Temporal says so of attributes that are not registered, or registered with another type. A worker's native connection
 * leaves `details` empty and has Temporal's sentence as its message alone (@temporalio/core-bridge 1.x).
 */
function isRefusedAttribute(error: unknown): boolean {
  const found = grpcErrorIn(error);
  if (found === undefined || Number(found.code) !== INVALID_ARGUMENT) return false;
  return /search attribute/i.test(found.details || found.message);
}
