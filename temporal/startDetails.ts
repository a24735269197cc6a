import type { CompiledWorkflowOptions, WorkflowClientInterceptor } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { SearchAttributePair } from '@temporalio/common';
import { priorityOf, summaryOfType } from '../workflows/contracts/index.ts';
import type { SearchAttribute } from '../workflows/contracts/index.ts';
import { grpcErrorIn } from './connection.ts';

const FLEET = defineSearchAttributeKey('TriplineFleet' satisfies SearchAttribute, 'KEYWORD');

/** gRPC status code of an invalid request. */
const INVALID_ARGUMENT = 3;
/** Milliseconds after which search attributes are sent again to a namespace that lacked them. */
const WITHOUT_FOR_MS = 10 * 60_000;

/**
 * Adds details to every workflow that a client starts: the fleet's priority key, a summary for Temporal's UI, and search
 * attributes. The key prevents one fleet's backlog from delaying other fleets' work.
 *
 * If the namespace lacks the attributes, starts the workflow without them. Then only Temporal's lists cannot be filtered.
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

/** Adds the details, according to the fleet in the workflow's only input. */
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
 * Returns whether Temporal refused a search attribute, because it is not registered or has another type. A worker's native
 * connection leaves `details` empty, so that Temporal's text is only in the message (@temporalio/core-bridge 1.x).
 */
function isRefusedAttribute(error: unknown): boolean {
  const found = grpcErrorIn(error);
  if (found === undefined || Number(found.code) !== INVALID_ARGUMENT) return false;
  return /search attribute/i.test(found.details || found.message);
}
