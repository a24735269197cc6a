import { queryOptions } from '@tanstack/react-query';
import { backgroundHeader } from './presence.ts';
import { ApiProblem } from './problem.ts';
import type { components } from './schema.ts';

/** Who is signed in, and what they may do in which fleet. */
export type Me = components['schemas']['Me'];

const SPEAKER = 'tripline.speaker';

/** The name for what a session of a service token does. */
export function rememberSpeaker(name: string): void {
  localStorage.setItem(SPEAKER, name);
}

/** That name; empty when none was given. */
export function speaker(): string {
  return localStorage.getItem(SPEAKER) ?? '';
}

let token: string | undefined;
const listeners = new Set<() => void>();

/** What a request that changes something sends. */
export function csrfToken(): string | undefined {
  return token;
}

let person = '';

/** Whose the session is, or was until it ended: of a service token with the name that was given when signing in. */
export function personKey(): string {
  return person;
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
      headers: { 'Accept-Language': document.documentElement.lang, ...backgroundHeader() },
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
    person = me.user?.id ?? `${me.name} ${speaker()}`;
    return me;
  },
});
