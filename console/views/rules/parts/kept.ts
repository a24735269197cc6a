import { useState } from 'react';

/** A text of a form that is still there after a reload of this tab; set to an empty text, it is forgotten. */
export function useKept(form: string, initial = ''): [text: string, set: (text: string) => void] {
  const place = `tripline.typed:${form}`;
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? initial);
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, next);
    },
  ];
}
