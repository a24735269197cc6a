import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../api/index.ts';
import type { Recent, SimulatedClock } from '../world/index.ts';
import { callOf, endpointOf } from './endpoints.ts';
import type { Endpoint } from './endpoints.ts';
import type { FaultSwitches } from './faults.ts';

/** A request that the API has received. */
export interface SeenRequest {
  /** Simulated time, ISO 8601. */
  readonly at: string;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below `/v3`, percent-encoded, with its query but without the key. */
  readonly path: string;
  /** The status that was sent; 0 when the connection broke before an answer. */
  readonly status: number;
}

/** Returns a handler that records every request, applies the faults, and checks the API key. */
export function gate(options: {
  readonly apiKey: string;
  readonly clock: SimulatedClock;
  readonly faults: FaultSwitches;
  readonly requests: Recent<SeenRequest>;
}): RequestHandler {
  return async (request, response, next) => {
    note(options, request, response);
    const fate = options.faults.fateOf(callOf(request.method, pathOf(request)));
    if (fate.latencyMs > 0) await wait(fate.latencyMs);
    if (fate.broken) return void request.socket.destroy();
    if (fate.retryAfterSeconds !== undefined) response.set('Retry-After', String(fate.retryAfterSeconds));
    if (fate.error) throw fate.error;
    if (!hasKey(request, options.apiKey)) throw new ApiError(401, 'The given apikey is not valid.');
    if (fate.dropped || fate.garbled)
      response.json = (): Response => {
        if (fate.dropped) request.socket.destroy();
        else response.type('json').send('{"trip_id": "17');
        return response;
      };
    next();
  };
}

/** Returns a handler that answers a thrown error as `{ "error": … }`. @param errorsWithStatus200 the quirk of that name */
export function errorAnswer(errorsWithStatus200: boolean): ErrorRequestHandler {
  // The fourth parameter is unused, because Express recognises an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/max-params
  return (error: unknown, request, response, _next) => {
    const known =
      error instanceof ApiError ? error : new ApiError(statusOf(error), 'The request is not valid.');
    if (response.headersSent) return void request.socket.destroy();
    // Applies the quirk only to the service's own errors. A fault comes from the infrastructure, which does not have the quirk.
    const disguised = errorsWithStatus200 && known.status < 429;
    response.status(disguised ? 200 : known.status).json({ error: known.message });
  };
}

function note(
  options: { readonly clock: SimulatedClock; readonly requests: Recent<SeenRequest> },
  request: Request,
  response: Response,
): void {
  const at = new Date(options.clock.now()).toISOString();
  const path = pathOf(request);
  const url = new URL(request.originalUrl, 'http://simulator');
  url.searchParams.delete('apikey');
  const { method } = request;
  response.once('close', () =>
    options.requests.add({
      at,
      method,
      endpoint: endpointOf(method, path),
      path: path + url.search,
      status: response.writableFinished ? response.statusCode : 0,
    }),
  );
}

function pathOf(request: Request): string {
  return request.path.replace(/(?<=.)\/+$/, '');
}

function hasKey(request: Request, apiKey: string): boolean {
  const url = new URL(request.originalUrl, 'http://simulator');
  const given = Buffer.from(url.searchParams.get('apikey') ?? '');
  const wanted = Buffer.from(apiKey);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}
