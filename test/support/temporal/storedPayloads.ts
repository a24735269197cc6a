/** A payload as Temporal stores it, and where in the object it stood. */
export interface StoredPayload {
  readonly path: string;
  readonly encoding: string;
  readonly keyId: string | undefined;
  readonly text: string;
}

/**
 * Every payload in something that Temporal's API answered, as it was stored; without search attributes, which its servers read to
 * filter their lists.
 */
export function storedPayloads(value: unknown, path = ''): StoredPayload[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  const { metadata, data } = value as { metadata?: Record<string, unknown>; data?: unknown };
  if (metadata?.['encoding'] instanceof Uint8Array)
    return [
      {
        path,
        encoding: textOf(metadata['encoding']),
        keyId: metadata['encryption-key-id'] && textOf(metadata['encryption-key-id']),
        text: textOf(data),
      } as StoredPayload,
    ];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'searchAttributes' ? [] : storedPayloads(each, `${path}/${name}`),
  );
}

/** All that something from Temporal's API says, bytes as text, for looking for what must not be in it. */
export function everythingIn(value: unknown): string {
  if (value instanceof Uint8Array) return textOf(value);
  if (value === null || typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${everythingIn(each)}`)
    .join('\n');
}

function textOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('utf8') : '';
}
