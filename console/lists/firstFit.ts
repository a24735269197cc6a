import { useEffect, useLayoutEffect, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';

/**
 * Returns the props of a searched list: the first option that fits the typed text is marked, and Enter chooses the marked
 * option. With nothing typed, Enter chooses nothing. While a text is typed, Enter does not submit the form around the list.
 * @param found the data of the options, when it arrives after the typed text
 */
export function useFirstFit(found?: unknown) {
  const [typed, setTyped] = useState('');
  // The list marks its first option when this becomes true. Left true, it would also mark one at the next key, before the
  // options fit.
  const [isDue, setDue] = useState(false);
  // The key that opens a list comes before its options are drawn, so the first option is marked once they are.
  useLayoutEffect(() => setDue(typed !== ''), [typed, found]);
  useEffect(() => setDue(false), [isDue]);
  const isOver = (): void => setTyped('');
  return {
    selectFirstOptionOnChange: isDue,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => setTyped(currentTarget.value.trim()),
    onOptionSubmit: isOver,
    onDropdownClose: isOver,
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key !== 'Enter' || typed === '') return;
      event.preventDefault();
      // A timer that begins when the list opens clears the mark of a quick key. Choosing the same option twice has no further
      // effect.
      const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
      const option = list?.querySelector<HTMLElement>('[data-combobox-selected]');
      (option ?? list?.querySelector<HTMLElement>('[data-combobox-option]'))?.click();
    },
  };
}
