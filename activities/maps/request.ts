import { readFileSync } from 'node:fs';

/** Identity and limits of a request to a geocoder or a tile server. */
interface Request {
  readonly userAgent: string;
  /** Ends the request, its body included. */
  readonly signal: AbortSignal;
  /** Most bytes of the body, after decompression. */
  readonly mostBytes: number;
}

/**
 * Fetches a resource with GET. Redirects are not followed, because the operator configured this server, not the one that it
 * names.
 * @returns its bytes; undefined when it was refused, is too large, or did not come. The reason is not returned, because the
 * address holds a position and perhaps a key.
 */
export async function bytesOf(url: string | URL, request: Request): Promise<Buffer | undefined> {
  const { userAgent, signal, mostBytes } = request;
  try {
    const response = await fetch(url, { redirect: 'manual', headers: { 'user-agent': userAgent }, signal });
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > mostBytes) {
      await response.body?.cancel();
      return undefined;
    }
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength;
      // Leaving the loop cancels the stream, and with it the connection.
      if (bytes > mostBytes) return undefined;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch {
    return undefined;
  }
}

/** Returns Tripline's user agent, with the address of its web server as the contact when that is a public one. */
export function userAgentOf(publicUrl: string): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  const { hostname, origin } = new URL(publicUrl);
  const isPublic = hostname.includes('.') && !/^[\d.]+$/.test(hostname);
  return `Tripline/${version}${isPublic ? ` (+${origin})` : ''}`;
}
