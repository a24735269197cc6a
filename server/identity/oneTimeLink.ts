import { worded } from '../../messages/language/index.ts';
import { beginUserSession, recordSignIn, spendCode } from '../../store/identity/index.ts';
import { Problem, isFromThisMachine } from '../http/index.ts';
import { SANDBOX_ISSUER, setSessionCookie } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { endBrowsersSession } from './session.ts';
import { reservedNames } from './signIn.ts';

/** The only user of the sandbox. */
const SANDBOX_ADMIN = { issuer: SANDBOX_ISSUER, subject: 'admin', name: 'Sandbox admin' };

/** `GET /sign-in/once/{code}`: the link that `tripline dev` prints in the sandbox. */
export function oneTimeLinkRoutes(deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    {
      method: 'get',
      path: '/sign-in/once/{code}',
      id: 'signInOnce',
      tag: 'Sign-in',
      security: 'none',
      summary: 'Sign in to the sandbox with the link that `tripline dev` printed',
      description:
        'In the sandbox only, on the machine itself, and once. With an analytics service it is a 404.',
      answers: {
        302: { description: 'Signed in: to the start page.' },
        403: {
          description:
            'The request did not come by an address of this machine, or the sandbox’s user is disabled.',
        },
        404: { description: 'The link was used before, is too old, or this is no sandbox.' },
        503: { description: 'The database is unavailable.' },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        response.set('cache-control', 'no-store');
        // A program that checks a link's target does not use the link up.
        if (request.method === 'HEAD') return void response.status(204).end();
        if (!deps.config.sandbox) throw new Problem(404, worded('problems.noSandbox'));
        if (!isFromThisMachine(request)) throw new Problem(403, worded('problems.oneTimeElsewhere'));
        const at = deps.now();
        const code = String(request.params['code']);
        if (!(await spendCode(db, { code, purpose: 'sandbox', at })))
          throw new Problem(404, worded('problems.oneTimeUsed'));
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
        await endBrowsersSession(deps, request);
        const id = await beginUserSession(db, { userId: user.id, at });
        setSessionCookie({ request, response }, deps.config, id);
        response.redirect(302, '/');
      },
    },
  ];
}
