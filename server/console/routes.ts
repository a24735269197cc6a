import { randomBytes } from 'node:crypto';
import { worded } from '../../messages/language/index.ts';
import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../http/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { readConsole } from './built.ts';
import type { Asset } from './built.ts';

const A_YEAR_SECONDS = 31_536_000;

/** Paths of programs: their 404 is a problem in JSON, for browsers too. */
const OF_PROGRAMS = /^\/(api|webhooks|slack|assets)(\/|$)/i;

/** The console's routes, and its answer to a path that nothing is at. */
interface ConsoleRoutes {
  readonly routes: Route[];
  readonly missing: RequestHandler;
}

/**
 * Serves the console at each of its addresses, and its assets. Every other path stays a 404: an address that is mistyped, or of
 * a newer console, must not answer as if something were there. A browser gets the console with it, which says so in words.
 */
export function consoleRoutes({ consoleFolder }: Pick<ServerDependencies, 'consoleFolder'>): ConsoleRoutes {
  const { page, paths, assets } = readConsole(consoleFolder);
  const pages = paths.map((path): Route => ({
    method: 'get',
    path,
    id: `console:${path}`,
    tag: 'Console',
    security: 'none',
    summary: 'The web console',
    answers: { 200: { description: 'The page; signing in happens in it.', type: 'text/html' } },
    handle: (_request, response) => sendPage(response, page),
  }));
  const asset: Route = {
    method: 'get',
    path: '/assets/{name}',
    id: 'consoleAsset',
    tag: 'Console',
    security: 'none',
    summary: 'A file of the web console',
    answers: { 200: { description: 'The file.' }, 404: { description: 'No such file.' } },
    handle(request, response) {
      const found = assets.get(String(request.params['name']));
      if (!found) throw new Problem(404, worded('problems.noConsoleFile'));
      sendAsset(request, response, found);
    },
  };
  const missing: RequestHandler = (request, response, next) => {
    const isOfBrowser =
      /^(GET|HEAD)$/.test(request.method) && /text\/html/i.test(request.get('accept') ?? '');
    if (page === undefined || !isOfBrowser || OF_PROGRAMS.test(request.path)) return next();
    response.status(404).vary('accept');
    sendPage(response, page);
  };
  return { routes: [...pages, asset], missing };
}

/** Nothing but the console's own files runs; styles that scripts add carry the nonce of this answer. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    // A stored message is shown in a frame, by a page with a policy of its own.
    "frame-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sendPage(response: Response, page: string | undefined): void {
  const nonce = randomBytes(16).toString('base64');
  response.set('content-security-policy', policy(nonce)).set('cache-control', 'no-store').type('text/html');
  if (page === undefined) response.status(503).send(NOT_BUILT);
  else response.send(page.replaceAll('%NONCE%', nonce));
}

/** Its name holds a hash of its content, so it never changes. */
function sendAsset(request: Request, response: Response, { type, bytes, compressed }: Asset): void {
  response
    .set('cache-control', `public, max-age=${A_YEAR_SECONDS}, immutable`)
    .type(type)
    .vary('accept-encoding');
  // Asked one by one: browsers name gzip first, and weigh both the same.
  const encoding = (['br', 'gzip'] as const).find(
    (each) => compressed[each] && request.acceptsEncodings(each) === each,
  );
  if (encoding) response.set('content-encoding', encoding);
  response.send((encoding && compressed[encoding]) ?? bytes);
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tripline</title></head>
<body><h1>The console is not built</h1>
<p>Run <code>npm run build:console</code>, then start Tripline again. <code>npm start</code> builds it by itself.</p>
<p>The API is at <a href="/docs/">/docs</a>.</p></body></html>
`;
