import { worded } from '../../messages/language/index.ts';
import { beginUserSession, recordSignIn, spendCode } from '../../store/identity/index.ts';
import { Problem, isFromThisMachine } from '../http/index.ts';
import { SANDBOX_ISSUER, setSessionCookie } from '../access/index.ts';
import type { Exchange } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { endBrowsersSession, signInByToken } from './session.ts';
import { reservedNames } from './signIn.ts';

/** The only user of a sandbox. */
const SANDBOX_ADMIN = { issuer: SANDBOX_ISSUER, subject: 'admin', name: 'Sandbox admin' };

/** Returns `GET /sign-in/once/{code}`, the link that `tripline dev` prints. */
export function oneTimeLinkRoutes(deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    {
      method: 'get',
      path: '/sign-in/once/{code}',
      id: 'signInOnce',
      tag: 'Sign-in',
      security: 'none',
      summary: 'Sign in with the link that `tripline dev` printed',
      description:
        'On the machine itself, and once. In the sandbox it signs in the sandbox’s admin; with an analytics service, in the name of the first fleet’s first service token with the role `admin`, recorded in the audit log.',
      answers: {
        302: { description: 'Signed in: to the start page.' },
        403: {
          description:
            'The request did not come by an address of this machine, or the sandbox’s user is disabled.',
        },
        404: { description: 'The link was used before, is too old, or there is no such service token.' },
        503: { description: 'The database is unavailable.' },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        response.set('cache-control', 'no-store');
        // Keeps the link valid, because programs that preview links send HEAD requests.
        if (request.method === 'HEAD') return void response.status(204).end();
        if (!isFromThisMachine(request)) throw new Problem(403, worded('problems.oneTimeElsewhere'));
        const code = String(request.params['code']);
        if (!(await spendCode(db, { code, purpose: 'dev', at: deps.now() })))
          throw new Problem(404, worded('problems.oneTimeUsed'));
        await (deps.config.sandbox ? signInSandboxAdmin : signInFirstAdmin)(deps, { request, response });
        response.redirect(302, '/');
      },
    },
  ];
}

/**
 * Signs the sandbox's admin in.
 * @throws Problem 403 if the user is disabled in all fleets
 */
async function signInSandboxAdmin(deps: ServerDependencies, exchange: Exchange): Promise<void> {
  const { db } = deps.database;
  const at = deps.now();
  const { user, grants } = await recordSignIn(db, {
    ...SANDBOX_ADMIN,
    grants: deps.config.fleets.map(({ id }) => ({ fleetId: id, role: 'admin' })),
    reservedNames: reservedNames(deps),
    at,
  });
  if (grants.length === 0)
    throw new Problem(
      403,
      worded('problems.sandboxUserDisabled', {
        address: `/api/v1/fleets/${deps.config.fleets[0]?.id ?? ''}/users/${user.id}/enable`,
      }),
    );
  await endBrowsersSession(deps, exchange.request);
  setSessionCookie(exchange, deps.config, await beginUserSession(db, { userId: user.id, at }));
}

/**
 * Signs in with the first fleet's service token with the role `admin`.
 * @throws Problem 404 if there is no such token
 */
async function signInFirstAdmin(deps: ServerDependencies, exchange: Exchange): Promise<void> {
  const [fleet] = deps.config.fleets;
  const admin = fleet?.apiTokens.find(({ role }) => role === 'admin');
  if (!fleet || !admin) throw new Problem(404, worded('problems.noAdminToken'));
  await signInByToken(deps, exchange, { fleetId: fleet.id, name: admin.name, token: admin.token });
}
