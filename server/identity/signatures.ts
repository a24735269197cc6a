import { errors, jwtVerify } from 'jose';
import type { JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from 'jose';

/** Keys that verify a provider's signatures. */
export interface ProviderKeys {
  readonly getKey: JWTVerifyGetKey;
  /** Algorithms that the provider signs with; only kinds that no other party can sign. */
  readonly algorithms: readonly string[];
  /** The issuer that its tokens name. */
  readonly issuer: string;
  /** Fetches the keys, unless they were a moment ago. @returns whether it did */
  refresh(): Promise<boolean>;
}

/**
 * Verifies a token with its provider's keys, and once more with its newest, because the provider may have changed a key under
 * the same name.
 * @throws an error of the keys, or of the token: see `isRefusedToken`
 */
export async function verifiedToken(
  keys: ProviderKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<Pick<JWTVerifyResult, 'payload'>> {
  const verify = () =>
    jwtVerify(token, keys.getKey, options).catch((error: unknown) => {
      if (error instanceof errors.JWKSMultipleMatchingKeys) return verifiedByAny(error, token, options);
      throw error;
    });
  try {
    return await verify();
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed) || !(await keys.refresh())) throw error;
    return verify();
  }
}

/** Verifies a token that does not name its key with each of the matching keys. */
async function verifiedByAny(
  keys: errors.JWKSMultipleMatchingKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<Pick<JWTVerifyResult, 'payload'>> {
  for await (const key of keys) {
    try {
      return await jwtVerify(token, key, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** Errors of the keys, which say nothing of the token. */
const OF_KEYS: ReadonlySet<string> = new Set([
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
  'ERR_JWKS_NO_MATCHING_KEY',
]);

/** Returns whether a token was checked and found wrong. */
export function isRefusedToken(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && !OF_KEYS.has(error.code);
}
