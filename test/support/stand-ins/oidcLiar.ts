import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import type { IdentityProvider } from '../../../config.ts';

/** An answer at an address: JSON with a status, or the bytes that a function sends. */
export type Lie = { readonly status?: number; readonly json: unknown } | ((response: ServerResponse) => void);

/** Statements about the person who signs in next; absent ones are correct. */
export interface Story {
  /** Claims of the ID token, over the ones that it needs; undefined takes one away. */
  readonly idToken?: Readonly<Record<string, unknown>>;
  /** The answer of UserInfo; absent: there is no UserInfo. */
  readonly userInfo?: Lie;
  readonly token?: Lie;
  /** Over what it says of itself. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly keySet?: Lie;
  /** The key that signs the ID token, and its name; absent: a published key. */
  readonly signedWith?: { readonly key: CryptoKey | Uint8Array; readonly alg: string; readonly kid?: string };
}

/** An OpenID Connect provider on a real socket that says what a test has it say, true or not. */
export interface OidcLiar {
  readonly issuer: string;
  story: Story;
  /** Makes it sign with another key from now on. @param published false: its key set still has the old one */
  rotate(options: { readonly kid: string; readonly published?: boolean }): Promise<void>;
  /** Publishes the key that it signs with. */
  publish(): void;
  sign(claims: JWTPayload, header?: { readonly kid?: string }): Promise<string>;
  config(more?: Partial<IdentityProvider>): IdentityProvider;
  close(): Promise<void>;
}

/** @param path of its issuer, such as `/realms/one` */
export async function startOidcLiar(path = ''): Promise<OidcLiar> {
  let nonce = '';
  let signing = await newKey('first');
  let published: readonly JWK[] = [signing.jwk];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = origin + path;

  const liar: OidcLiar = {
    issuer,
    story: {},
    async rotate({ kid, published: isPublished = true }) {
      signing = await newKey(kid);
      if (isPublished) liar.publish();
    },
    publish: () => void (published = [signing.jwk]),
    sign: (claims, { kid } = { kid: signing.jwk.kid! }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', ...(kid !== undefined && { kid }) })
        .sign(signing.key),
    config: (more = {}) => ({
      id: 'liar',
      name: 'Liar',
      issuer,
      clientId: 'tripline',
      clientSecret: 'planted-secret-of-liar',
      fleets: ['north'],
      roleClaim: 'roles',
      scope: 'profile email',
      roles: { drivers: 'viewer', leads: 'editor', safety: 'admin' },
      ...more,
    }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const { story } = liar;
    switch (url.pathname.slice(path.length)) {
      case '/.well-known/openid-configuration':
        return say(response, { json: { ...metadataOf(story), ...story.metadata } });
      case '/authorize': {
        nonce = url.searchParams.get('nonce') ?? '';
        const back = new URL(url.searchParams.get('redirect_uri')!);
        back.searchParams.set('code', createHash('sha256').update(nonce).digest('hex'));
        back.searchParams.set('state', url.searchParams.get('state')!);
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token':
        return say(response, story.token ?? { json: await tokensOf(story) });
      case '/userinfo':
        return say(response, story.userInfo ?? { status: 404, json: {} });
      case '/keys':
        return say(response, story.keySet ?? { json: { keys: published } });
      default:
        return void response.writeHead(404).end();
    }
  }

  function metadataOf({ userInfo }: Story): Record<string, unknown> {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    };
  }

  async function tokensOf({ idToken, signedWith }: Story): Promise<Record<string, unknown>> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'tripline',
      sub: 'somebody',
      iat: now,
      exp: now + 300,
      nonce,
      ...idToken,
    };
    const kept = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    const { key, alg, kid } = { key: signing.key, alg: 'RS256', kid: signing.jwk.kid!, ...signedWith };
    return {
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await new SignJWT(kept).setProtectedHeader({ alg, kid }).sign(key),
    };
  }
  return liar;
}

function say(response: ServerResponse, lie: Lie): void {
  if (typeof lie === 'function') return lie(response);
  response
    .writeHead(lie.status ?? 200, { 'content-type': 'application/json' })
    .end(typeof lie.json === 'string' ? lie.json : JSON.stringify(lie.json));
}

async function newKey(kid: string): Promise<{ readonly key: CryptoKey; readonly jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { key: privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid } };
}
