import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { ServerMetrics } from '../metrics/index.ts';

/** Form of the ids that callers may give to their requests. */
const REQUEST_ID = /^[\w.-]{1,64}$/;
/** Routes that monitoring systems call every few seconds, so their requests are logged at level `debug` only. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Logs one line per request: method, route template, status, duration, and the route's own notes. Never logs the actual path,
 * which may contain a token or a driver's id. Never logs headers or bodies.
 */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'request_id' },
    genReqId: requestId,
    customLogLevel: (_request, response, error) => levelOf(response as Response, error),
    customSuccessObject: (request, response) => lineOf(request, response as Response),
    customErrorObject: (request, response) => lineOf(request, response as Response),
    customSuccessMessage: (_request, response) => (response.writableFinished ? 'request' : 'request cut off'),
    customErrorMessage: () => 'request',
  });
}

function requestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  response.setHeader('x-request-id', id);
  return id;
}

function levelOf(response: Response, error: Error | undefined): 'debug' | 'info' | 'error' {
  if (error || response.statusCode >= 500) return 'error';
  return QUIET.has(String(response.locals?.['route'])) ? 'debug' : 'info';
}

function lineOf(request: IncomingMessage, response: Response): Record<string, unknown> {
  const { route, fleet, verdict, who, began } = response.locals ?? {};
  return {
    method: request.method,
    route: (route as string | undefined) ?? 'unknown',
    status: response.statusCode,
    duration_ms: typeof began === 'number' ? Math.round((performance.now() - began) * 10) / 10 : undefined,
    fleet: fleet as string | undefined,
    who: who as string | undefined,
    verdict: verdict as string | undefined,
  };
}

/** Records when a request begins, and measures its duration when it ends. */
export function requestMetrics(metrics: ServerMetrics): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    response.locals['began'] = began;
    response.once('close', () => {
      const route = (response.locals['route'] as string | undefined) ?? 'unknown';
      const labels = { method: request.method, route, status: String(response.statusCode) };
      metrics.requestSeconds.observe(labels, (performance.now() - began) / 1000);
    });
    next();
  };
}
