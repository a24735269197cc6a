import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../api/index.ts';
import { backgroundHeader } from './presence.ts';
import { ApiProblem } from './problem.ts';

/** The person or service token that is signed in, with its role in each fleet. */
export type Me = components['schemas']['Me'];

const SPEAKER = 'tripline.speaker';

/** Stores the name under which a session of a service token acts. */
export function rememberSpeaker(name: string): void {
  localStorage.setItem(SPEAKER, name);
}

/** Returns the name that `rememberSpeaker` stored; empty when none was given. */
export function speaker(): string {
  return localStorage.getItem(SPEAKER) ?? '';
}

let token: string | undefined;
const listeners = new Set<() => void>();

/** Returns the token that a changing request sends against cross-site request forgery. */
export function csrfToken(): string | undefined {
  return token;
}

let person = '';

/**
 * Returns a key of the session's owner, also after the session ended. A service token's key includes the name given at sign-in.
 */
export function personKey(): string {
  return person;
}

/** Keeps the token in memory only, because `GET /api/v1/me` answers it again after a reload. */
function setCsrfToken(next: string | undefined): void {
  token = next;
}

/** Handles an answer of 401: the session is over. */
export function signedOut(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` when the session is over. @returns a function that removes the listener */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The query of `GET /api/v1/me`; its data is null without a session. */
export const meQuery = queryOptions<Me | null, ApiProblem>({
  queryKey: ['/api/v1/me'],
  staleTime: 60_000,
  async queryFn({ signal }) {
    const response = await fetch('/api/v1/me', {
      signal,
      credentials: 'same-origin',
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
