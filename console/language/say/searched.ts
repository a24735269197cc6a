/** Marks that stand with a letter once it is taken apart. */
const MARKS = /\p{M}/gu;
/** Letters that are not taken apart, each with how it is typed without its own key. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ß: 'ss', ς: 'σ' },
};

/** A text as searches compare it: without case and accents, whichever way these were typed. */
export function searched(text: string): string {
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return [...plain].map((letter) => LETTERS[letter] ?? letter).join('');
}
