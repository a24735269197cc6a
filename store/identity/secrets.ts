import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Returns a secret that cannot be guessed: 32 random bytes in 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether a text has the form of a secret from `newSecret`. Other texts are refused without a query. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Returns the hash under which a secret is stored. It needs no salt, because random secrets of this length cannot be guessed. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Returns a proof that a session was begun with a token. Without the session's id, the proof is of no use. */
export function proofOf(sessionId: string, token: string): Buffer {
  return createHmac('sha256', sessionId).update(token).digest();
}
