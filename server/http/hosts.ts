import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * Returns the host name of a request without its port, and an IPv6 address without brackets. Behind a trusted proxy, this is
 * `X-Forwarded-Host`.
 */
function hostOf({ hostname }: Request): string {
  return (hostname ?? '').replace(/^\[(.*)\]$/, '$1').toLowerCase();
}

/** Returns whether a request was sent to an address that only this machine can reach. */
export function isFromThisMachine(request: Request): boolean {
  const host = hostOf(request);
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
