import express from 'express';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { createPayloadCodec } from '../../temporal/index.ts';
import type { PayloadKey } from '../../config.ts';
import { Problem, problemHandler, requestLog } from '../http/index.ts';
import {
  WRONG_TOKEN_LIMITS,
  basicPassword,
  bearerToken,
  tokenBook,
  wrongTokenBrake,
} from '../access/index.ts';

/** Parts of a codec server. */
export interface CodecParts {
  /** The first encrypts, all decrypt; at least one. */
  readonly keys: readonly PayloadKey[];
  /** Tokens that allow a caller to decrypt; at least one. */
  readonly tokens: readonly string[];
  /** Origins of web pages that may call, such as `https://temporal.example.com`: those of Temporal's UI. */
  readonly origins: readonly string[];
  readonly log: Logger;
}

/** Above what Temporal sends at once: 4 MiB, a third more as base64. */
const LARGEST_BODY = '16mb';
/** Seconds for which a browser may cache the answer to a preflight request. */
const PREFLIGHT_SECONDS = 600;

/**
 * Creates the app for Temporal's codec protocol: `POST …/decode` with payloads as protobuf's JSON. It decrypts and never
 * encrypts, because Tripline's workflows are not started by hand. A payload that cannot be opened stays as it is, and the log
 * names the missing key.
 */
export function createCodecApp({ keys, tokens, origins, log }: CodecParts): Express {
  const codec = createPayloadCodec(keys);
  const app = express();
  app.disable('x-powered-by').disable('etag');
  const noStore: RequestHandler = (_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  };
  app.use(requestLog(log), helmet(), noStore);
  app.get('/healthz', named('/healthz'), (_request, response) => void response.json({ status: 'ok' }));
  app.use(forPagesOf(origins), authenticated(tokens));
  // A browser requests the token here, and sends it along when Temporal's UI decodes with credentials.
  app.get('/', named('/'), (_request, response) => {
    response
      .type('text/plain')
      .send('The codec server answers. Temporal’s UI may use it from this browser.\n');
  });
  // Clients may put a namespace or a folder in front.
  app.post(
    /\/decode$/,
    named('/decode'),
    jsonOnly,
    express.raw({ type: () => true, limit: LARGEST_BODY }),
    async (request, response) => {
      const payloads = payloadsIn(request.body as Buffer);
      response.json({ payloads: (await opened(codec, payloads, log)).map(toJson) });
    },
  );
  app.use(() => {
    throw new Problem(404, 'This codec server answers POST /decode, and nothing else.');
  });
  app.use(asCodecProblem, problemHandler);
  return app;
}

/** Names the route for the request log. */
function named(route: string): RequestHandler {
  return (_request, response, next) => {
    response.locals['route'] = route;
    next();
  };
}

/** Allows requests from pages of the given origins (CORS), and refuses those of others. Programs send no origin. */
function forPagesOf(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    response.vary('Origin');
    if (origin === undefined) return next();
    if (!allowed.has(origin))
      throw new Problem(
        403,
        'Pages of this origin may not use the codec server: start it with --origin and the address of Temporal’s UI.',
        { code: 'wrong_origin' },
      );
    response.set({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    if (request.method !== 'OPTIONS') return next();
    response.set({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, x-namespace',
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    });
    // Chrome sends this header when a page of the internet calls a server of a private network.
    if (request.headers['access-control-request-private-network'] === 'true')
      response.set('access-control-allow-private-network', 'true');
    response.status(204).end();
  };
}

/** Lets through requests with a token: as `Bearer`, or as the password of `Basic` with any user name. */
function authenticated(tokens: readonly string[]): RequestHandler {
  const book = tokenBook(tokens.map((token) => ({ token, owner: true })));
  const brake = wrongTokenBrake(WRONG_TOKEN_LIMITS);
  return async (request, _response, next) => {
    const { authorization } = request.headers;
    const given = bearerToken(authorization) ?? basicPassword(authorization);
    if (given !== undefined && book.find(given)) return next();
    if (authorization !== undefined) await brake();
    throw new Problem(
      401,
      'A token of CODEC_TOKENS is required: temporal … --codec-auth "Bearer TOKEN"; in a browser, open the codec server’s address and enter it as the password.',
      { headers: { 'www-authenticate': 'Basic realm="Tripline codec server", charset="UTF-8"' } },
    );
  };
}

/** A page of another origin can send other types without asking first. */
const jsonOnly: RequestHandler = (request, _response, next) => {
  if (!request.is('application/json'))
    throw new Problem(415, 'The body must be application/json.', { code: 'unsupported_media_type' });
  next();
};

/** Restates errors of the body's reader in our words, because its own may quote the body. */
// eslint-disable-next-line @typescript-eslint/max-params -- Express knows an error handler by its four parameters
const asCodecProblem: express.ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const status = (error as { readonly status?: unknown } | null)?.status;
  if (error instanceof Problem || typeof status !== 'number' || status >= 500) return next(error);
  next(
    new Problem(
      status,
      status === 413 ? `The body is larger than ${LARGEST_BODY}.` : 'The body could not be read.',
    ),
  );
};

/** Bytes are base64 in protobuf's JSON, and empty ones are left out. */
const bytes = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]*={0,2}$/)
  .transform((text) => Buffer.from(text, 'base64'));
const body = z.object({
  payloads: z.array(z.object({ metadata: z.record(z.string(), bytes).nullish(), data: bytes.nullish() })),
});

function payloadsIn(sent: Buffer): Payload[] {
  let json: unknown;
  try {
    json = JSON.parse(sent.toString('utf8'));
  } catch {
    throw new Problem(400, 'The body is not JSON.');
  }
  const read = body.safeParse(json);
  if (!read.success)
    throw new Problem(
      400,
      'The body must be {"payloads": [{"metadata": {…}, "data": "…"}]} with base64 values, as Temporal’s UI and command line send it.',
    );
  return read.data.payloads.map(({ metadata, data }) => ({ metadata: metadata ?? {}, data: data ?? null }));
}

async function opened(codec: PayloadCodec, payloads: readonly Payload[], log: Logger): Promise<Payload[]> {
  const reasons = new Set<string>();
  const all = payloads.map((payload) =>
    codec.decode([payload]).then(
      ([plain]) => plain!,
      (error: Error) => {
        reasons.add(error.message);
        return payload;
      },
    ),
  );
  const found = await Promise.all(all);
  for (const reason of reasons) log.warn(reason);
  return found;
}

function toJson({ metadata, data }: Payload): object {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]);
  return { metadata: Object.fromEntries(entries) as object, ...(data && { data: base64(data) }) };
}

function base64(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
