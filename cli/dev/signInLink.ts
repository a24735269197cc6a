import { storeCode } from '../../store/identity/index.ts';
import type { Db } from '../../store/db/index.ts';

/** Milliseconds for which the link signs in. */
const LINK_MS = 15 * 60_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns a URL that signs a browser of this machine in once, so that no account or token is needed to begin.
 * Returns undefined when other machines can reach the server.
 */
export async function signInLink(db: Db, url: string): Promise<string | undefined> {
  if (!LOOPBACK.test(new URL(url).hostname)) return undefined;
  const at = new Date();
  const expiresAt = new Date(at.getTime() + LINK_MS);
  return `${url}/sign-in/once/${await storeCode(db, { purpose: 'dev', at, expiresAt })}`;
}
