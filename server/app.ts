import compression from 'compression';
import { worded } from '../messages/language/index.ts';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import { consoleRoutes } from './console/index.ts';
import {
  Problem,
  healthRoutes,
  mountRoutes,
  problemHandler,
  requestLog,
  requestMetrics,
} from './http/index.ts';
import { createAuthenticator } from './access/index.ts';
import type { Authenticator } from './access/index.ts';
import type { Route, ServerDependencies } from './http/index.ts';
import { identityRoutes } from './identity/index.ts';
import { docsPage, docsRoutes } from './openapi/index.ts';
import {
  answerPageRoutes,
  digestPageRoutes,
  digestPreviewRoutes,
  tripPageRoutes,
  unsubscribePageRoutes,
} from './pages/index.ts';
import { apiRoutes } from './routes.ts';
import { slackRoutes } from './slack/index.ts';
import { notAuthenticated, webhookRoutes } from './webhooks/index.ts';
import helmet from 'helmet';

/** The whole application. It is built, never listens, and connects to nothing by itself. */
export function createApp(deps: ServerDependencies): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  // One proxy in front: its word about the caller's address counts, and no other's.
  app.set('trust proxy', deps.config.trustProxy ? 1 : false);
  app.use(requestMetrics(deps.metrics), requestLog(deps.log), securityHeaders(), decodablePath);
  app.use(compression());
  app.use('/docs', docsPage());
  const authenticator = createAuthenticator(deps);
  const { routes, missing } = consoleRoutes(deps);
  mountRoutes(app, [...describedRoutes(deps, authenticator), ...routes], missing);
  app.use(problemHandler);
  return app;
}

/** Every route of the API's description, `/openapi.json` among them: all but the console's. */
export function describedRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const routes = [
    ...webhookRoutes(deps),
    ...slackRoutes(deps),
    ...apiRoutes(deps, authenticator),
    ...identityRoutes(deps, authenticator),
    ...digestPreviewRoutes(deps, authenticator),
    ...tripPageRoutes(deps),
    ...answerPageRoutes(deps),
    ...digestPageRoutes(deps),
    ...unsubscribePageRoutes(deps),
    ...healthRoutes(deps),
  ];
  return [...routes, ...docsRoutes(deps, routes)];
}

/** Nothing may be loaded or framed; a page that needs more says so itself. */
function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** A path that is not percent-encoded correctly names nothing; for a webhook that is a wrong token like any other. */
const decodablePath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    const isWebhook = /^\/webhooks\//i.test(request.path);
    next(isWebhook ? notAuthenticated() : new Problem(400, worded('problems.pathEncoding')));
  }
};
