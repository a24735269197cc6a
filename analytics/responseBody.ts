/** A response's body, as far as sorting needs to know it. */
export type ResponseBody =
  { readonly form: 'json'; readonly value: unknown } | { readonly form: 'empty' | 'not_json' | 'oversized' };

/**
 * Reads a body piece by piece and stops at the cap, which counts bytes after decompression.
 * @throws whatever the stream throws when the connection breaks or the time is over
 */
export async function readResponseBody(response: Response, maxBytes: number): Promise<ResponseBody> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return { form: 'oversized' };
  }
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > maxBytes) return { form: 'oversized' };
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  const text = pieces.join('') + decoder.decode();
  return text.trim() === '' ? { form: 'empty' } : parse(text);
}

function parse(text: string): ResponseBody {
  try {
    return { form: 'json', value: JSON.parse(text) as unknown };
  } catch {
    return { form: 'not_json' };
  }
}
