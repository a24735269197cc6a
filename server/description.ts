/** The API's description without a running server. Nothing is started or connected. */
import { describedRoutes } from './app.ts';
import { createAuthenticator } from './access/index.ts';
import type { ServerDependencies } from './http/index.ts';
import { openApiDocument } from './openapi/index.ts';

/** Returns the document that a server at this address would serve as `/openapi.json`. */
export function apiDescription(publicUrl: string): object {
  const config = { fleets: [], identityProviders: [], publicUrl, sandbox: false, trustProxy: false };
  // Describing a route needs only these dependencies. The others are used when a route is called.
  const parts: Partial<Record<keyof ServerDependencies, unknown>> = {
    config: { ...config, outgoingWebhooks: {} },
    database: { db: undefined },
    now: () => new Date(),
  };
  const deps = parts as unknown as ServerDependencies;
  return openApiDocument(describedRoutes(deps, createAuthenticator(deps)), publicUrl);
}
