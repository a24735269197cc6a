import { useMemo, useState } from 'react';
import type { FocusEvent } from 'react';
import { isWithin } from '../fields/index.ts';
import type { Issue } from '../fields/index.ts';

/**
 * Which problems the form shows: of a new rule those of the fields that were left, and all of them once saving was tried; of any
 * other rule all.
 */
export function useTouched(
  isNew: boolean,
  issues: readonly Issue[],
): {
  readonly shown: readonly Issue[];
  readonly showAll: () => void;
  /** Given to the form. */
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
} {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isAll, setAll] = useState(!isNew);
  const shown = useMemo(
    () => (isAll ? issues : issues.filter(({ pointer }) => left.some((place) => isWithin(pointer, place)))),
    [isAll, issues, left],
  );
  return {
    shown,
    showAll: () => setAll(true),
    onBlur({ target }) {
      const field = target.closest<HTMLElement>('[data-place]');
      const place = field?.dataset['place'];
      // What holds other fields is not left with one of its own buttons.
      if (place === undefined || field?.querySelector('[data-place]') !== null) return;
      setLeft((before) => (before.includes(place) ? before : [...before, place]));
    },
  };
}
