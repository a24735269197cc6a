import { Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import * as z from 'zod';
import { conditionJsonSchema, ruleJsonSchema } from '../rules/jsonSchema.ts';
import type { ServerDependencies } from './dependencies.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

const TAG = 'Operation';

/** `/openapi.json`, the JSON Schema of rules, and the start page; the first tells of itself and of `others`. */
export function docsRoutes({ config }: ServerDependencies, others: readonly Route[]): Route[] {
  const document: { current?: object } = {};
  const own: Route[] = [
    {
      ...{ method: 'get', path: '/openapi.json', id: 'openApi', tag: TAG, security: 'none' },
      summary: 'This document',
      answers: { 200: { description: 'OpenAPI 3.1.', schema: z.record(z.string(), z.unknown()) } },
      handle: (_request, response) => {
        document.current ??= openApiDocument([...others, ...own], config.publicUrl);
        response.json(document.current);
      },
    },
    {
      ...{ method: 'get', path: '/rule.schema.json', id: 'ruleSchema', tag: 'Rules', security: 'none' },
      summary: 'The JSON Schema of a rule, for editors',
      answers: { 200: { description: 'JSON Schema.', schema: z.record(z.string(), z.unknown()) } },
      handle: (_request, response) => void response.json(ruleJsonSchema()),
    },
    {
      ...{
        ...{ method: 'get', path: '/condition.schema.json', id: 'conditionSchema' },
        ...{ tag: 'Conditions', security: 'none' },
      },
      summary: 'The JSON Schema of a shared condition, for editors',
      answers: { 200: { description: 'JSON Schema.', schema: z.record(z.string(), z.unknown()) } },
      handle: (_request, response) => void response.json(conditionJsonSchema()),
    },
    {
      ...{ method: 'get', path: '/', id: 'start', tag: 'Pages', security: 'none' },
      summary: 'Leads to the outbox in the sandbox, otherwise to the documentation',
      answers: { 302: { description: 'There.' } },
      handle: (_request, response) => response.redirect(302, config.sandbox ? '/outbox' : '/docs/'),
    },
  ];
  return own;
}

/** `/docs`: Swagger UI with its own assets and a policy that lets only them run. */
export function docsPage(): Router {
  const router = Router();
  router.use(
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    }),
  );
  router.use((request, response, next) => {
    response.locals['route'] = '/docs';
    // The page names its assets from where it stands, so it has to stand in a folder.
    if (/^\/docs(\?|$)/i.test(request.originalUrl)) response.redirect(302, '/docs/');
    else next();
  });
  const page = swaggerUi.setup(undefined, {
    swaggerUrl: '/openapi.json',
    customSiteTitle: 'Tripline API',
    swaggerOptions: { url: '/openapi.json', validatorUrl: null, persistAuthorization: false },
  });
  router.get('/', page);
  router.use(...swaggerUi.serve);
  return router;
}
