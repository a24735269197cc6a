import { Router } from 'express';
import { DOCUMENT_SCHEMAS, documentJsonSchema } from '../../rules/schemas/index.ts';
import type { DocumentSchemaName } from '../../rules/schemas/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { openApiDocument } from './openapi.ts';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import * as z from 'zod';

const TAG = 'Operation';

/** Operation id and tag of the routes of the JSON Schemas. */
const SCHEMA_ROUTES: Readonly<Record<DocumentSchemaName, { readonly id: string; readonly tag: string }>> = {
  rule: { id: 'ruleSchema', tag: 'Rules' },
  'rule-test': { id: 'ruleTestSchema', tag: 'Rules' },
  condition: { id: 'conditionSchema', tag: 'Conditions' },
  'escalation-policy': { id: 'escalationPolicySchema', tag: 'Escalation policies' },
  rotation: { id: 'rotationSchema', tag: 'Rotations' },
  route: { id: 'routeSchema', tag: 'Recipient routes' },
  digest: { id: 'digestSchema', tag: 'Digests' },
  settings: { id: 'settingsSchema', tag: 'Settings' },
};

/** Large, the same for everyone and open to strangers: put into words once, and sent as bytes. */
function sameForAll(make: () => object): Route['handle'] {
  let bytes: Buffer | undefined;
  return (_request, response) => {
    bytes ??= Buffer.from(JSON.stringify(make()));
    response.type('application/json').send(bytes);
  };
}

function schemaRoute({ name, of }: (typeof DOCUMENT_SCHEMAS)[number]): Route {
  return {
    method: 'get',
    path: `/${name}.schema.json`,
    ...SCHEMA_ROUTES[name],
    security: 'none',
    summary: `The JSON Schema of ${of}, for editors`,
    answers: { 200: { description: 'JSON Schema.', schema: z.record(z.string(), z.unknown()) } },
    handle: sameForAll(() => documentJsonSchema(name)),
  };
}

/** `/openapi.json`, the JSON Schemas, and the start page; the first describes itself and `others`. */
export function docsRoutes({ config }: ServerDependencies, others: readonly Route[]): Route[] {
  const own: Route[] = [
    {
      method: 'get',
      path: '/openapi.json',
      id: 'openApi',
      tag: TAG,
      security: 'none',
      summary: 'This document',
      answers: { 200: { description: 'OpenAPI 3.1.', schema: z.record(z.string(), z.unknown()) } },
      handle: sameForAll(() => openApiDocument([...others, ...own], config.publicUrl)),
    },
    ...DOCUMENT_SCHEMAS.map(schemaRoute),
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
    // The page's asset addresses are relative, so it has to be in a folder.
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
