import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { ApiError } from './apiError.ts';

/**
 * Keeps web pages from the control endpoints, which want no key. A browser on this machine can send requests here for any
 * page it shows; the three checks leave none through:
 * - `Host` is an address, `localhost` or the name the simulator listens on. A page that reaches this machine under a name of
 *   its own (DNS rebinding) shows that name.
 * - `Origin`, which browsers add and programs do not, is this very address.
 * - What changes something is sent as JSON, which no form can do and no script may without asking first.
 * @param ownHost the name or address the simulator was asked to listen on
 */
export function programsOnly(ownHost: string): RequestHandler {
  return (request, _response, next) => {
    const host = request.headers.host ?? '';
    const name = nameOf(host);
    if (name === undefined || !(isIP(name) || name === 'localhost' || name === ownHost.toLowerCase()))
      throw new ApiError(403, 'The Host header names neither an address, localhost nor the host of --host.');
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${host}`)
      throw new ApiError(403, 'The Origin header names another site: web pages may not call this.');
    if (sendsContent(request) && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new ApiError(415, 'Send JSON, with the header "content-type: application/json".');
    next();
  };
}

/** A Host header without its port, an IPv6 address without brackets; undefined for a text that is no host. */
function nameOf(host: string): string | undefined {
  return /^(?:\[([^\]]+)\]|([^\s:/?#@[\]]+))(?::\d+)?$/.exec(host)?.slice(1).find(Boolean)?.toLowerCase();
}

function sendsContent({ method }: Request): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
