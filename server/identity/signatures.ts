import { errors, jwtVerify } from 'jose';
import type { JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from 'jose';

/** Keys that verify a provider's signatures. */
export interface ProviderKeys {
  readonly getKey: JWTVerifyGetKey;
  /** Signature algorithms of the provider. Only asymmetric ones, because no other party can then create a signature. */
  readonly algorithms: readonly string[];
  /** The issuer named in the provider's tokens. */
  readonly issuer: string;
  /**
   * Fetches the keys again, unless they were fetched a moment ago.
   * @returns whether the keys were fetched
   */
  refresh(): Promise<boolean>;
}

/**
 * Verifies a token with its provider's keys. If this fails, tries again with newly fetched keys, because the provider may have
 * replaced a key and kept the key's id.
 * @throws an error of the keys or of the token, which `isRefusedToken` distinguishes
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

/** Verifies a token that does not name its key. Tries each of the matching keys. */
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

/** Codes of errors about the keys. They do not mean that the token is wrong. */
const OF_KEYS: ReadonlySet<string> = new Set([
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
  'ERR_JWKS_NO_MATCHING_KEY',
]);

/** Returns whether an error means that a token was checked and is wrong. */
export function isRefusedToken(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && !OF_KEYS.has(error.code);
}
