import { useEffect, useLayoutEffect, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';

/**
 * Props of a list that is searched: the first option that fits what is typed is marked, and Enter chooses what is marked. With nothing
 * typed Enter chooses nothing that was not asked for, and while something is typed it does not send the form around the list.
 * @param found what the options are made of, where it comes after what is typed
 */
export function useFirstFit(found?: unknown) {
  const [typed, setTyped] = useState('');
  // The list marks its first option when this becomes true, and would with the next key as well, before its options fit.
  const [isDue, setDue] = useState(false);
  // The key that opens a list comes before its options are drawn: the first is marked when they are.
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
      // A timer that begins when the list opens has it forget what a quick key marked. Chosen twice, it is chosen.
      const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
      const option = list?.querySelector<HTMLElement>('[data-combobox-selected]');
      (option ?? list?.querySelector<HTMLElement>('[data-combobox-option]'))?.click();
    },
  };
}
