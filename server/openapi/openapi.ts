import { readFileSync } from 'node:fs';
import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { clientSchemas } from '../../rules/documents/index.ts';
import { LIMITS } from '../../rules/vocabulary/index.ts';
import { TRACE_NODE } from '../api/http/index.ts';
import { SESSION_COOKIE } from '../access/index.ts';
import type { AnswerDoc, Route, Security } from '../http/index.ts';
import { TAGS } from './tags.ts';

/** The version of Tripline, of which the API is a part. */
const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  }
).version;

const issue = z.object({
  pointer: z.string().meta({ description: 'JSON pointer to the place.' }),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
});

/** Every error of every route (RFC 9457). */
const problem = z
  .object({
    type: z.string().meta({
      description: 'The kind of problem as a URI, made of its code.',
      example: 'urn:tripline:problem:no_draft',
    }),
    code: z.string().meta({
      description:
        'The kind of problem, for programs. Later versions have more: treat an unknown one by its status.',
      example: 'no_draft',
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(issue).optional().meta({ description: 'With 422: every mistake.' }),
    parameters: z
      .array(z.object({ parameter: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'With 400: the parameters that are wrong.' }),
    state: z.string().optional().meta({ description: 'With 409: the current state.' }),
    assignee: z.string().optional().meta({ description: 'With 409 of an incident: the assignee.' }),
    simulation: z.string().optional().meta({ description: 'With 504: the address of the answer.' }),
    checks: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'With 503 of /readyz: the state of each dependency.' }),
    incidents: z.array(z.string()).optional().meta({
      description: 'With 409 of an erasure: incidents of the driver that are not resolved.',
    }),
    deletions: z.array(z.string()).optional().meta({
      description: 'With 409 of an erasure: deletions of the driver’s trips that have not ended.',
    }),
    limit_bytes: z.int().optional().meta({ description: 'With 413: the largest body allowed.' }),
  })
  .meta({ id: 'Problem' });

/** A body that is JSON with comments. */
const WITH_COMMENTS = z.string().meta({
  description: `The same as JSON with comments, \`//\` and \`/*\`; at most ${LIMITS.sourceLength} characters, which are stored as they are.`,
});

const PARAMETERS: Readonly<Record<string, string>> = {
  fleet: 'Id of the fleet.',
  token: 'One of the fleet’s webhook tokens.',
  id: 'Id of the item.',
  driver_id: 'Id of the driver, percent-encoded.',
  trip_id: 'Id of the trip, percent-encoded.',
  signed: 'The signed part of a link in a message.',
};

/** Answers that the server sends before any route sees the request. */
const EVERYWHERE: Readonly<Record<number, AnswerDoc>> = {
  408: { description: 'The request did not arrive in time.' },
  431: { description: 'The address and the headers together are too large.' },
};

const SECURITY: Readonly<Record<Security, RouteConfig['security']>> = {
  none: [],
  webhook: [{ webhookToken: [] }],
  apiToken: [{ apiToken: [] }, { session: [] }],
  page: [{ apiTokenAsPassword: [] }, { session: [] }, {}],
  person: [{ apiToken: [] }, { session: [] }],
  session: [{ session: [] }],
  slack: [{ slackSignature: [] }],
};

/** The OpenAPI 3.1 document of the routes, made from the same descriptions that serve them. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('schemas', 'TraceNode', TRACE_NODE);
  for (const [name, schema] of Object.entries(clientSchemas('#/components/schemas/')))
    registry.registerComponent('schemas', name, schema);
  registry.registerComponent('securitySchemes', 'apiToken', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A service token or a personal token; its role is viewer, editor or admin. A viewer’s token may be limited to groups: then it may use only operations with `x-group-tokens: true`, which show data of its groups; the others answer 403.',
  });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session of a browser that signed in; behind TLS the name begins with `__Host-`. A request that changes something needs the header `X-CSRF-Token`, as `GET /api/v1/me` answers it, and the `Origin` of this server. With a bearer token beside the cookie it is answered 400.',
  });
  registry.registerComponent('securitySchemes', 'webhookToken', {
    type: 'http',
    scheme: 'basic',
    description: 'Any user, the fleet’s webhook token as password; or the token in the path.',
  });
  registry.registerComponent('securitySchemes', 'apiTokenAsPassword', {
    type: 'http',
    scheme: 'basic',
    description: 'Any user, an API token as password.',
  });
  registry.registerComponent('securitySchemes', 'slackSignature', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Slack-Signature',
    description:
      'Slack’s signature (v0) with the fleet’s signing secret. X-Slack-Request-Timestamp is required too.',
  });
  for (const route of routes) registry.registerPath(pathOf(route));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Tripline',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'From scored trips to alerts: rules, decisions with their traces, deliveries, and the webhook that receives trip notifications. Ids in paths are percent-encoded. Every error is `application/problem+json`, in English or in German: `Accept-Language` decides.',
    },
    servers: [{ url: publicUrl }],
    tags: [...TAGS],
  });
}

function pathOf(route: Route): RouteConfig {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const params = z.object(
    Object.fromEntries(
      names.map((name) => [
        name,
        z
          .string()
          .min(1)
          .meta({ description: PARAMETERS[name] ?? name }),
      ]),
    ),
  );
  const { body, security } = route;
  const content = body && {
    [body.type ?? 'application/json']: {
      schema: body.schema,
      ...(body.example === undefined ? {} : { example: body.example }),
    },
    ...(body.takesComments && { 'application/jsonc': { schema: WITH_COMMENTS } }),
    ...(body.csvExample !== undefined && { 'text/csv': { schema: z.string(), example: body.csvExample } }),
  };
  return {
    method: route.method,
    path: route.path,
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description || route.isGroupScoped ? { description: descriptionOf(route) } : {}),
    ...(isOfTokens(route) ? { 'x-group-tokens': route.isGroupScoped === true } : {}),
    // A webhook's token may be in the path, which no security scheme of OpenAPI can describe.
    security: (security === 'webhook' && names.includes('token') ? [] : SECURITY[security]) ?? [],
    request: {
      ...(names.length > 0 ? { params } : {}),
      ...(route.query ? { query: route.query } : {}),
      ...(route.headers ? { headers: route.headers } : {}),
      ...(content && body ? { body: { required: body.required, content } } : {}),
    },
    responses: Object.fromEntries(
      Object.entries({ ...EVERYWHERE, ...route.answers }).map(([status, answer]) => [
        status,
        responseOf(Number(status), answer),
      ]),
    ),
  };
}

/** Whether API tokens open it, and so whether those of groups do is a question. */
function isOfTokens({ security }: Route): boolean {
  return security === 'apiToken' || security === 'page';
}

function descriptionOf({ description, isGroupScoped }: Route): string {
  const groups = isGroupScoped
    ? 'Tokens that are limited to groups may also use it, and see the data of their groups.'
    : undefined;
  return [description, groups].filter(Boolean).join(' ');
}

function responseOf(status: number, answer: AnswerDoc): RouteConfig['responses'][string] {
  const isProblem = status >= 400;
  const type = answer.type ?? (isProblem ? 'application/problem+json' : 'application/json');
  const schema = answer.schema ?? (isProblem ? problem : z.string());
  const example = answer.example === undefined ? {} : { example: answer.example };
  const asJson = answer.asJson && { 'application/json': { schema: answer.asJson } };
  const hasContent = (status < 300 && status !== 204) || isProblem;
  const headers = Object.entries(answer.headers ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: 'string' as const } }] as const,
  );
  return {
    description: answer.description,
    ...(hasContent ? { content: { [type]: { schema, ...example }, ...asJson } } : {}),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
  };
}
