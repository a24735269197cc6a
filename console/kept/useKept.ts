import { useState } from 'react';
import { keep, kept } from './kept.ts';

/** Returns a text of a form that survives a reload of this tab; an empty text is removed. */
export function useKept(form: string, initial = ''): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => kept(form) || initial);
  return [
    text,
    (next) => {
      setText(next);
      keep(form, next);
    },
  ];
}
