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

/** Returns the whole application. It does not listen, and opens no connections by itself. */
export function createApp(deps: ServerDependencies): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  // Trusts one proxy in front of the server to state the caller's address, and no further ones.
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

/** Returns all routes in the API's description, including `/openapi.json`. Only the console's routes are not included. */
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

/** Allows pages to load nothing and to be embedded nowhere. A page that needs more sets its own policy. */
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

/** Refuses a path that is not percent-encoded correctly. For a webhook, the response is the same as for a wrong token. */
const decodablePath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    const isWebhook = /^\/webhooks\//i.test(request.path);
    next(isWebhook ? notAuthenticated() : new Problem(400, worded('problems.pathEncoding')));
  }
};
