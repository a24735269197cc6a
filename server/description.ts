/** The API's description without a server: nothing is started, and nothing is connected to. */
import { describedRoutes } from './app.ts';
import { createAuthenticator } from './access/index.ts';
import type { ServerDependencies } from './http/index.ts';
import { openApiDocument } from './openapi/index.ts';

/** The document that `/openapi.json` answers at a server with this address. */
export function apiDescription(publicUrl: string): object {
  const config = { fleets: [], identityProviders: [], publicUrl, sandbox: false, trustProxy: false };
  // Describing a route needs no more than this: what serves it is asked for when it is called.
  const parts: Partial<Record<keyof ServerDependencies, unknown>> = {
    config: { ...config, outgoingWebhooks: {} },
    database: { db: undefined },
    now: () => new Date(),
  };
  const deps = parts as unknown as ServerDependencies;
  return openApiDocument(describedRoutes(deps, createAuthenticator(deps)), publicUrl);
}
