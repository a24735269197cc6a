import { Router } from 'express';
import {
  conditionJsonSchema,
  digestJsonSchema,
  escalationPolicyJsonSchema,
  rotationJsonSchema,
  routeJsonSchema,
  ruleJsonSchema,
  settingsJsonSchema,
} from '../../rules/documents/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { openApiDocument } from './openapi.ts';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';
import * as z from 'zod';

const TAG = 'Operation';

interface Schema {
  readonly name: string;
  readonly id: string;
  readonly tag: string;
  readonly what: string;
  readonly make: () => JsonObject;
}

/** The JSON Schemas of documents, for editors. */
const SCHEMAS: readonly Schema[] = [
  { name: 'rule', id: 'ruleSchema', tag: 'Rules', what: 'a rule', make: ruleJsonSchema },
  {
    ...{ name: 'condition', id: 'conditionSchema', tag: 'Conditions', what: 'a shared condition' },
    make: conditionJsonSchema,
  },
  {
    ...{ name: 'escalation-policy', id: 'escalationPolicySchema', tag: 'Escalation policies' },
    ...{ what: 'an escalation policy', make: escalationPolicyJsonSchema },
  },
  { name: 'rotation', id: 'rotationSchema', tag: 'Rotations', what: 'a rotation', make: rotationJsonSchema },
  {
    name: 'route',
    id: 'routeSchema',
    tag: 'Recipient routes',
    what: 'a recipient route',
    make: routeJsonSchema,
  },
  { name: 'digest', id: 'digestSchema', tag: 'Digests', what: 'a digest', make: digestJsonSchema },
  { name: 'settings', id: 'settingsSchema', tag: 'Settings', what: 'settings', make: settingsJsonSchema },
];

/** Large, the same for everyone and open to strangers: put into words once, and sent as bytes. */
function sameForAll(make: () => object): Route['handle'] {
  let bytes: Buffer | undefined;
  return (_request, response) => {
    bytes ??= Buffer.from(JSON.stringify(make()));
    response.type('application/json').send(bytes);
  };
}

function schemaRoute({ name, id, tag, what, make }: Schema): Route {
  return {
    ...{ method: 'get', path: `/${name}.schema.json`, id, tag, security: 'none' },
    summary: `The JSON Schema of ${what}, for editors`,
    answers: { 200: { description: 'JSON Schema.', schema: z.record(z.string(), z.unknown()) } },
    handle: sameForAll(make),
  };
}

/** `/openapi.json`, the JSON Schemas, and the start page; the first describes itself and `others`. */
export function docsRoutes({ config }: ServerDependencies, others: readonly Route[]): Route[] {
  const own: Route[] = [
    {
      ...{ method: 'get', path: '/openapi.json', id: 'openApi', tag: TAG, security: 'none' },
      summary: 'This document',
      answers: { 200: { description: 'OpenAPI 3.1.', schema: z.record(z.string(), z.unknown()) } },
      handle: sameForAll(() => openApiDocument([...others, ...own], config.publicUrl)),
    },
    ...SCHEMAS.map(schemaRoute),
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
