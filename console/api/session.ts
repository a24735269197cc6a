import { queryOptions } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';
import type { components } from './schema.ts';

/** Who is signed in, and what they may do in which fleet. */
export type Me = components['schemas']['Me'];

let token: string | undefined;
const listeners = new Set<() => void>();

/** What a request that changes something sends. */
export function csrfToken(): string | undefined {
  return token;
}

/** Kept in memory alone: `GET /api/v1/me` answers it again after a reload. */
function setCsrfToken(next: string | undefined): void {
  token = next;
}

/** A request was answered 401: the session is over. */
export function signedOut(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` when the session is over. @returns what stops that */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `GET /api/v1/me`; null when nobody is signed in. */
export const meQuery = queryOptions<Me | null, ApiProblem>({
  queryKey: ['/api/v1/me'],
  staleTime: 60_000,
  async queryFn({ signal }) {
    const response = await fetch('/api/v1/me', {
      ...{ signal, credentials: 'same-origin' },
      headers: { 'Accept-Language': document.documentElement.lang },
    }).catch(() => {
      throw new ApiProblem(0, undefined);
    });
    if (response.status === 401) {
      setCsrfToken(undefined);
      return null;
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new ApiProblem(response.status, body);
    const me = body as Me;
    setCsrfToken(me.csrf_token);
    return me;
  },
});
