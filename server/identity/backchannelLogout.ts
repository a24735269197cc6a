import * as z from 'zod';
import { worded } from '../../messages/language/index.ts';
import { recordAudit } from '../../store/db/index.ts';
import { endProviderSessions, getUser, openGrants, spendLogoutToken } from '../../store/identity/index.ts';
import { Problem, lingerThenCut, readBody } from '../http/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { refusedToken, verifiedLogout } from './logoutToken.ts';
import type { ProviderClient } from './provider.ts';

const LARGEST_FORM_BYTES = 65_536;

/**
 * Returns `POST /sign-in/{provider}/backchannel-logout`. An identity provider calls it to end the sessions of a person who signed
 * out there.
 */
export function backchannelLogoutRoutes(
  deps: ServerDependencies,
  clients: ReadonlyMap<string, ProviderClient>,
): Route[] {
  const { db } = deps.database;
  return [
    {
      method: 'post',
      path: '/sign-in/{provider}/backchannel-logout',
      id: 'backchannelLogout',
      tag: 'Sign-in',
      security: 'none',
      summary: 'End the sessions that an identity provider signs out',
      description:
        'OpenID Connect Back-Channel Logout 1.0. The logout token’s signature is the credential; each is accepted once.',
      body: {
        required: true,
        type: 'application/x-www-form-urlencoded',
        schema: z.object({ logout_token: z.string() }),
      },
      answers: {
        200: {
          description: 'The sessions are over, or there were none. The body is empty.',
          type: 'text/plain',
        },
        400: { description: 'The logout token is missing, cannot be verified, is old, or was used before.' },
        404: { description: 'No such provider.' },
        413: { description: `Larger than ${LARGEST_FORM_BYTES} bytes.` },
        503: { description: 'The provider’s keys or the database cannot be reached: send it again.' },
      },
      async handle(request, response) {
        lingerThenCut(request, response);
        response.set('cache-control', 'no-store');
        const client = clients.get(String(request.params['provider']));
        if (!client) throw new Problem(404, worded('problems.noProvider'));
        const body = await readBody(request, response, LARGEST_FORM_BYTES);
        if (body.kind === 'too_large') throw new Problem(413, 'The logout token is too large.');
        if (body.kind !== 'read') throw new Problem(400, 'The body did not arrive.');
        const token = new URLSearchParams(body.bytes.toString('utf8')).get('logout_token');
        if (!token) throw new Problem(400, 'The body has no logout_token.');
        const at = deps.now();
        const { issuer, fleets } = client.provider;
        const { logout, jti, expiresAt } = await verifiedLogout(client, { token, at });
        // Uses up the token and ends the sessions in one transaction, because the provider sends the token again after an error.
        await db.transaction().execute(async (tx) => {
          const isFirst = await spendLogoutToken(tx, { issuer, jti, at, expiresAt });
          if (!isFirst) throw refusedToken('it was used before');
          for (const userId of await endProviderSessions(tx, { issuer, ...logout })) {
            const user = await getUser(tx, userId);
            const grants = user ? await openGrants(tx, userId) : [];
            // Omits fleets that this provider may not grant: their audit logs do not concern it.
            for (const { fleetId } of grants.filter(({ fleetId: id }) => fleets.includes(id)))
              await recordAudit(tx, {
                fleetId,
                at,
                who: user!.name,
                action: 'user.signed_out',
                subjectType: 'user',
                subjectId: userId,
                details: { issuer },
                why: 'Signed out at the issuer.',
              });
          }
        });
        response.status(200).end();
      },
    },
  ];
}
