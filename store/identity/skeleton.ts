/*
 * Names of people are text in audit logs and timelines, and providers choose them. A name that a reader could take for another
 * person's needs an addition there.
 */

/** Letters that are drawn like a Latin one, in small letters, each followed by that one. */
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

/** Reduces a name to its skeleton, which names that a reader may confuse have in common. */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .toLowerCase();
  return (
    [...plain]
      .map((letter) => LIKE_LATIN.get(letter) ?? letter)
      // The table's own results as well: і is drawn like i, and i like l.
      .map((letter) => LIKE_LATIN.get(letter) ?? letter)
      .join('')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replace(/[\s\p{P}\p{S}\p{Z}]+/gu, ' ')
      .trim()
  );
}

const LATIN = /\p{Script=Latin}/u;
/** Alphabets in which much is drawn like Latin. */
const LATIN_LIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Coptic}\p{Script=Cherokee}\p{Script=Lisu}]/u;

/**
 * Returns whether a unique name can be shown without an addition. An address, an addition like those for namesakes, or a word
 * that mixes alphabets makes it unfit.
 */
export function standsAlone(name: string): boolean {
  const plain = name.normalize('NFKC');
  const words = plain.split(/[^\p{L}\p{M}]+/u);
  const isMixed = words.some((word) => LATIN.test(word) && LATIN_LIKE.test(word));
  return !isMixed && !/@|:|\([^()]*\./.test(plain);
}
