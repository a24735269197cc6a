/*
 * Audit logs and timelines contain people's names as text, and the names come from identity providers. A name that readers could
 * mistake for another person's is therefore stored with an addition.
 */

/** Letters that look like a Latin letter, in lower case. Each entry is the letter followed by its Latin look-alike. */
const LIKE_LATIN = new Map(
  [
    'аa',
    'вb',
    'сc',
    'ԁd',
    'еe',
    'ғf',
    'ԍg',
    'һh',
    'нh',
    'іi',
    'јj',
    'кk',
    'ӏl',
    'мm',
    'пn',
    'оo',
    'рp',
    'ԛq',
    'гr',
    'ѕs',
    'тt',
    'цu',
    'ѵv',
    'ԝw',
    'хx',
    'уy',
    'ьb',
    'өo',
    'ҽe',
    'αa',
    'βb',
    'ϲc',
    'δd',
    'εe',
    'ηh',
    'ιi',
    'κk',
    'λl',
    'μm',
    'νv',
    'οo',
    'ρp',
    'σo',
    'τt',
    'υu',
    'χx',
    'γy',
    'ζz',
    'ωw',
    'օo',
    'սu',
    'հh',
    'ոn',
    'ցg',
    'զq',
    'յj',
    'łl',
    'øo',
    'đd',
    'ħh',
    'ŧt',
    'ıi',
    'ɑa',
    'ɡg',
    'ɩi',
    'ʟl',
    'ɴn',
    'ʀr',
    '0o',
    '1l',
    '|l',
    '!l',
    'il',
  ].map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
);

/** Returns a name's skeleton: a simplified form that is equal for names that readers may confuse. */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .toLowerCase();
  return (
    [...plain]
      .map((letter) => LIKE_LATIN.get(letter) ?? letter)
      // A second pass also replaces the first pass's results: і becomes i, and i becomes l.
      .map((letter) => LIKE_LATIN.get(letter) ?? letter)
      .join('')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replace(/[\s\p{P}\p{S}\p{Z}]+/gu, ' ')
      .trim()
  );
}

const LATIN = /\p{Script=Latin}/u;
/** Scripts with many letters that look like Latin ones. */
const LATIN_LIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Coptic}\p{Script=Cherokee}\p{Script=Lisu}]/u;

/**
 * Returns whether a unique name can be shown without an addition. It cannot if it contains an address, an addition like those for
 * people of the same name, or a word of mixed alphabets.
 */
export function standsAlone(name: string): boolean {
  const plain = name.normalize('NFKC');
  const words = plain.split(/[^\p{L}\p{M}]+/u);
  const isMixed = words.some((word) => LATIN.test(word) && LATIN_LIKE.test(word));
  return !isMixed && !/@|:|\([^()]*\./.test(plain);
}
