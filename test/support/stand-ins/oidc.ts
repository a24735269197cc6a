import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';
import type { IdentityProvider } from '../../../config.ts';

/** Claims about a person, beside their subject. */
export type StandInClaims = Readonly<Record<string, unknown>>;

/** A certified OpenID Connect provider on a real socket, with people who never mistype their password. */
export interface OidcStandIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** People by their subject. */
  readonly people: Map<string, StandInClaims>;
  /** The subject that signs in next. */
  account: string;
  /** Where its back-channel logout goes, in place of the address that the client registered. */
  logoutsTo: string | undefined;
  /** Answers to its back-channel logouts. */
  readonly logoutAnswers: number[];
  /** A token that it signed, with these claims alone. */
  sign(claims: JWTPayload): Promise<string>;
  /** How the configuration names it. */
  config(more?: Partial<IdentityProvider>): IdentityProvider;
  close(): Promise<void>;
}

/** @param publicUrl of the server that signs people in by it */
export async function startOidcStandIn(publicUrl: string, id = 'stand-in'): Promise<OidcStandIn> {
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['tripline', 'planted-client-secret-of-the-stand-in'];
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const standIn: OidcStandIn = {
    issuer,
    clientId,
    clientSecret,
    people: new Map(),
    account: 'nobody',
    logoutsTo: undefined,
    logoutAnswers: [],
    config: (more = {}) => ({
      id,
      name: 'Stand-in',
      issuer,
      clientId,
      clientSecret,
      fleets: ['north'],
      roleClaim: 'roles',
      scope: 'profile email roles',
      roles: { drivers: 'viewer', leads: 'editor', safety: 'admin' },
      ...more,
    }),
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', typ: 'logout+jwt' })
        .sign(privateKey),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/sign-in/${id}/callback`],
        backchannel_logout_uri: `${publicUrl}/sign-in/${id}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'stand-in' }] },
    cookies: { keys: ['planted-cookie-key'] },
    scopes: ['openid', 'profile', 'email', 'roles'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      roles: ['roles', 'realm_access', 'fleets', 'depots'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...standIn.people.get(sub) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid profile email roles');
      await grant.save();
      return grant;
    },
    // Its own dispatcher refuses to call this machine.
    fetch: async (input, { method, headers, body }: RequestInit = {}) => {
      const target = (input instanceof Request ? input.url : String(input)).replace(
        publicUrl,
        standIn.logoutsTo ?? publicUrl,
      );
      const answer = await globalThis.fetch(target, { method, headers, body } as RequestInit);
      standIn.logoutAnswers.push(answer.status);
      return answer;
    },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    provider
      .interactionFinished(request, response, { login: { accountId: standIn.account } })
      .catch(() => response.writeHead(500).end());
  };
  return standIn;
}
