import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { LANGUAGES, sayIn } from './say/index.ts';
import type { Language, Say } from './say/index.ts';

interface Spoken {
  readonly language: Language;
  readonly say: Say;
  /** Chosen by the reader: kept in this browser. */
  readonly choose: (language: Language) => void;
  /** What the fleet speaks: used until the reader chooses. */
  readonly suggest: (language: string) => void;
}

const Context = createContext<Spoken | undefined>(undefined);
const STORED = 'tripline.language';

function known(value: string | null | undefined): Language | undefined {
  return LANGUAGES.find((each) => value?.toLowerCase().startsWith(each) === true);
}

/** Shows nothing until the texts are there. */
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

/** The language that is shown, and how to change it. */
export function useLanguage(): Spoken {
  const spoken = use(Context);
  if (!spoken) throw new Error('There is no LanguageProvider.');
  return spoken;
}

/** Says texts of the catalogue in the reader's language. */
export function useSay(): Say {
  return useLanguage().say;
}
