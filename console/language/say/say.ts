import type { ConsoleTexts } from '../../../texts/en/console/index.ts';
import type { facts } from '../../../texts/en/facts.ts';
import { sayerOf } from '../../../texts/say/index.ts';
import type { KeyOf, Language, Say as SayOf } from '../../../texts/say/index.ts';

/** The console's own texts, and the names of facts from the sentences of decisions. */
type Texts = ConsoleTexts & { readonly facts: Readonly<Record<keyof typeof facts, string>> };

/** A text by its room and name, e.g. `overview.title`. */
export type TextKey = KeyOf<Texts>;

/** Says texts of the console in the reader's language. */
export type Say = SayOf<TextKey>;

/** Loads each language as a chunk of its own, so that a reader loads only one. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () =>
    texts(
      await Promise.all([import('../../../texts/en/console/index.ts'), import('../../../texts/en/facts.ts')]),
    ),
  de: async () =>
    texts(
      await Promise.all([import('../../../texts/de/console/index.ts'), import('../../../texts/de/facts.ts')]),
    ),
};

function texts([{ CONSOLE }, { facts }]: readonly [
  { readonly CONSOLE: ConsoleTexts },
  { readonly facts: Texts['facts'] },
]): Texts {
  return { ...CONSOLE, facts };
}

const loaded = new Map<Language, Promise<Say>>();

/** Loads the texts of a language once. */
export function sayIn(language: Language): Promise<Say> {
  const known = loaded.get(language) ?? LOADERS[language]().then((all) => sayerOf(all, language));
  loaded.set(language, known);
  return known;
}
