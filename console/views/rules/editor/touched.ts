import { useMemo, useState } from 'react';
import type { FocusEvent } from 'react';
import { isWithin } from '../fields/index.ts';
import type { Issue } from '../fields/index.ts';

/**
 * Returns the problems that the form shows. For a stored rule, these are all problems.
 * For a new rule, they are the problems of fields that the reader has left. After the first attempt to save,
 * they are all problems.
 */
export function useTouched(
  isNew: boolean,
  issues: readonly Issue[],
): {
  readonly shown: readonly Issue[];
  readonly showAll: () => void;
  /** Blur handler of the form. */
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
      // An element that contains other fields is not treated as left when one of its own buttons loses the
      // focus.
      if (place === undefined || field?.querySelector('[data-place]') !== null) return;
      setLeft((before) => (before.includes(place) ? before : [...before, place]));
    },
  };
}
