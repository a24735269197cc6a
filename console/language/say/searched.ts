/** Marks that follow a letter once it is decomposed. */
const MARKS = /\p{M}/gu;
/** Letters that do not decompose, each with its usual spelling on a keyboard without it. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  ς: 'σ',
};

/** Returns a text as searches compare it: without case and accents, in whichever form these were typed. */
export function searched(text: string): string {
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return [...plain].map((letter) => LETTERS[letter] ?? letter).join('');
}
