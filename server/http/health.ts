import * as z from 'zod';
import { SchemaNotReadyError } from '../../store/db/index.ts';
import { oneAtATime } from '../metrics/index.ts';
import { notNow } from './problem.ts';
import type { Route, ServerDependencies } from './route.ts';

const TAG = 'Operation';
/** Milliseconds after which a dependency that has not answered is reported as unavailable. */
const CHECK_WITHIN_MS = 3_000;

/** Returns the routes `/healthz`, `/readyz` and `/metrics`. They need no token, because monitoring systems call them. */
export function healthRoutes(deps: ServerDependencies): Route[] {
  // Concurrent calls share one check, because these routes have no authentication and no rate limit.
  const database = oneAtATime(() => answers(deps.database.ping()));
  const temporal = oneAtATime(() => answers(deps.workflows.check()));
  return [
    {
      method: 'get',
      path: '/healthz',
      id: 'health',
      tag: TAG,
      security: 'none',
      summary: 'Liveness check',
      answers: {
        200: { description: 'The process is alive.', schema: z.object({ status: z.literal('ok') }) },
      },
      handle: (_request, response) => {
        response.set('cache-control', 'no-store').json({ status: 'ok' });
      },
    },
    {
      method: 'get',
      path: '/readyz',
      id: 'readiness',
      tag: TAG,
      security: 'none',
      summary: 'Readiness check: the database and Temporal',
      description:
        'Webhooks need Temporal only. Behind a load balancer use `/healthz`, so that they are still accepted while the database is unavailable.',
      answers: {
        200: {
          description: 'Both answer.',
          schema: z.object({
            status: z.literal('ok'),
            checks: z.object({ database: z.literal('ok'), temporal: z.literal('ok') }),
          }),
        },
        503: {
          description:
            'The database or Temporal is not ready; `checks` says which: `unavailable`, or `not_migrated` for a database whose schema is not up to date yet.',
        },
      },
      async handle(_request, response) {
        const [ofDatabase, ofTemporal] = await Promise.all([database(), temporal()]);
        const checks = { database: ofDatabase, temporal: ofTemporal };
        const missing = Object.entries(checks).filter(([, state]) => state !== 'ok');
        if (missing.length > 0)
          throw notNow(
            `Not ready: ${missing.map(([name, state]) => `${name} ${state.replace('_', ' ')}`).join(', ')}.`,
            { checks },
          );
        response.set('cache-control', 'no-store').json({ status: 'ok', checks });
      },
    },
    {
      method: 'get',
      path: '/metrics',
      id: 'metrics',
      tag: TAG,
      security: 'none',
      summary: 'Metrics in Prometheus’ text format',
      answers: { 200: { description: 'Metrics.', type: 'text/plain' } },
      async handle(_request, response) {
        const text = await deps.registry.metrics();
        response.set('content-type', deps.registry.contentType).send(text);
      },
    },
  ];
}

async function answers(check: Promise<unknown>): Promise<'ok' | 'unavailable' | 'not_migrated'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unavailable'>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), CHECK_WITHIN_MS);
  });
  const done = check.then(
    () => 'ok' as const,
    (error: unknown) => (error instanceof SchemaNotReadyError ? 'not_migrated' : 'unavailable'),
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
