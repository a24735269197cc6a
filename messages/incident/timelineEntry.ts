import type { TimelineEntry } from './timeline.ts';
import { webhookHost } from '../format/index.ts';

/** An entry of an incident's timeline as the store and the API have it. */
export interface KeptEntry {
  readonly kind: string;
  /** Name of the token, `slack:U01`, an address, or `tripline`. */
  readonly who: string;
  readonly by?: string | null | undefined;
  readonly via: string;
  readonly note?: string | null | undefined;
  readonly details?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The entry as words are made of it, people under the names they answered with. */
export function timelineEntry({ kind, who, by, via, note, details }: KeptEntry): TimelineEntry {
  const text = (key: string): string | undefined => {
    const value = details?.[key];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (key: string): number | undefined => {
    const value = details?.[key];
    return typeof value === 'number' ? value : undefined;
  };
  const person = kind === 'lapsed' ? text('assignee') : who === 'tripline' ? undefined : (by ?? who);
  const told = toldIn(details?.['told']);
  const optional = {
    ...{ by: person, round: number('round'), step: number('step'), reason: text('reason') },
    ...{ rule: text('rule'), to: text('to'), disposition: text('disposition'), answer: text('answer') },
    ...{ note: note ?? undefined, despiteHours: details?.['despite_hours'] === true || undefined },
    afterNobody: text('cause') === 'undelivered' || undefined,
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { kind, via, ...(told.length > 0 && { told }), ...known };
}

/** A person by name, a channel or an address as it is, of a webhook the host alone: the rest of it may be a secret. */
function toldIn(told: unknown): string[] {
  if (!Array.isArray(told)) return [];
  return told.flatMap((each: unknown) => {
    const { action, receiver, person } = (each ?? {}) as Record<string, unknown>;
    if (typeof person === 'string') return [person];
    if (typeof receiver !== 'string') return [];
    return [action === 'webhook' ? webhookHost(receiver) : receiver];
  });
}
