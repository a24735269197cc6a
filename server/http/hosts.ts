import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The host by which a request came, without its port; an IPv6 address without brackets. Behind a proxy that is trusted, its
 * `X-Forwarded-Host`.
 */
function hostOf({ hostname }: Request): string {
  return (hostname ?? '').replace(/^\[(.*)\]$/, '$1').toLowerCase();
}

/** Returns whether a request came by an address that only this machine reaches. */
export function isFromThisMachine(request: Request): boolean {
  const host = hostOf(request);
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
