/**
 * Writes `console/api/schema.ts`: the API as types, from the document that `/openapi.json` answers. No server is started and
 * nothing is connected to. The console is type-checked against it, so that a changed API breaks the build.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { describedRoutes } from '../../server/app.ts';
import { createAuthenticator } from '../../server/http/index.ts';
import type { ServerDependencies } from '../../server/http/index.ts';
import { openApiDocument } from '../../server/openapi/index.ts';
import { ROOT } from './source.ts';

const place = join(ROOT, 'console/api/schema.ts');
const types = await openapiTS(description() as OpenAPI3, { alphabetize: true });
const text = `// Made by \`npm run console:schema\` from the API's description.\n${astToString(types)}`;
if (!existsSync(place) || readFileSync(place, 'utf8') !== text) writeFileSync(place, text);

/** Describing a route needs no more than this: what serves it is asked for when it is called. */
function description(): object {
  const publicUrl = 'http://127.0.0.1:3000';
  const config = { fleets: [], identityProviders: [], publicUrl, sandbox: false, trustProxy: false };
  const parts: Partial<Record<keyof ServerDependencies, unknown>> = {
    config: { ...config, outgoingWebhooks: {} },
    database: { db: undefined },
    now: () => new Date(),
  };
  const deps = parts as unknown as ServerDependencies;
  return openApiDocument(describedRoutes(deps, createAuthenticator(deps)), publicUrl);
}
