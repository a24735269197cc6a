import type { Authenticator } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { backchannelLogoutRoutes } from './backchannelLogout.ts';
import { commandLineRoutes } from './commandLine.ts';
import { meRoutes } from '../api/users/index.ts';
import { oneTimeLinkRoutes } from './oneTimeLink.ts';
import { providerClient } from './provider.ts';
import { sessionRoutes } from './session.ts';
import { signInRoutes } from './signIn.ts';

/** Returns the routes for signing in and out. They belong to no fleet. */
export function identityRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const { identityProviders, publicUrl } = deps.config;
  const clients = new Map(
    identityProviders.map((provider) => [provider.id, providerClient(provider, publicUrl)] as const),
  );
  return [
    ...sessionRoutes(deps, authenticator),
    ...meRoutes(deps, authenticator),
    ...commandLineRoutes(deps, authenticator),
    ...oneTimeLinkRoutes(deps),
    ...signInRoutes(deps, clients),
    ...backchannelLogoutRoutes(deps, clients),
  ];
}
