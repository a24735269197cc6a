import { readFileSync } from 'node:fs';

/** User agent and limits of a request to a geocoder or a tile server. */
interface Request {
  readonly userAgent: string;
  /** Signal that aborts the request, even while its body is read. */
  readonly signal: AbortSignal;
  /** Largest number of bytes of the body, after decompression. */
  readonly mostBytes: number;
}

/**
 * Fetches a resource with GET. Does not follow redirects, because the operator configured this server and no other.
 * @returns the body; undefined if the request failed, was refused or its body is too large. The reason is not returned, because
 * the URL contains a position and perhaps a key
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
      // Leaving the loop cancels the stream and closes the connection.
      if (bytes > mostBytes) return undefined;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch {
    return undefined;
  }
}

/** Returns Tripline's user agent. It includes the address of the web server as a contact if that address is public. */
export function userAgentOf(publicUrl: string): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  const { hostname, origin } = new URL(publicUrl);
  const isPublic = hostname.includes('.') && !/^[\d.]+$/.test(hostname);
  return `Tripline/${version}${isPublic ? ` (+${origin})` : ''}`;
}
