import { useState } from 'react';
import { keep, kept } from './kept.ts';

/** A text of a form that is still there after a reload of this tab; set to an empty text, it is forgotten. */
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
