import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { LANGUAGES, sayIn } from './say/index.ts';
import type { Language, Say } from './say/index.ts';

interface Spoken {
  readonly language: Language;
  readonly say: Say;
  /** Sets the language that the reader chose, and keeps it in this browser. */
  readonly choose: (language: Language) => void;
  /** Sets the fleet's language, which is used until the reader chooses one. */
  readonly suggest: (language: string) => void;
}

const Context = createContext<Spoken | undefined>(undefined);
const STORED = 'tripline.language';

function known(value: string | null | undefined): Language | undefined {
  return LANGUAGES.find((each) => value?.toLowerCase().startsWith(each) === true);
}

/** Provides the language; shows nothing until the texts are loaded. */
export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [chosen, setChosen] = useState(() => known(localStorage.getItem(STORED)));
  const [suggested, setSuggested] = useState<Language>();
  const language = chosen ?? suggested ?? known(navigator.language) ?? 'en';
  const [spoken, setSpoken] = useState<{ readonly language: Language; readonly say: Say }>();
  useEffect(() => {
    let isCurrent = true;
    void sayIn(language).then((say) => {
      if (isCurrent) setSpoken({ language, say });
    });
    document.documentElement.lang = language;
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const value = useMemo(
    () =>
      spoken && {
        ...spoken,
        choose(next: Language) {
          localStorage.setItem(STORED, next);
          setChosen(next);
        },
        suggest: (next: string) => setSuggested(known(next)),
      },
    [spoken],
  );
  return value && <Context value={value}>{children}</Context>;
}

/** Returns the language that is shown, and functions to change it. */
export function useLanguage(): Spoken {
  const spoken = use(Context);
  if (!spoken) throw new Error('There is no LanguageProvider.');
  return spoken;
}

/** Returns the function that looks up texts of the catalogue in the reader's language. */
export function useSay(): Say {
  return useLanguage().say;
}
