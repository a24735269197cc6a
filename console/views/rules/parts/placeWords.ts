import { useMemo } from 'react';
import { useSay } from '../../../language/index.ts';
import { placeWordsIn } from '../form/index.ts';
import type { PlaceWords } from '../form/index.ts';
import { usePhrases } from './phrases.ts';

/** Returns the function that describes positions in a rule, in the reader's language. */
export function usePlaceWords(): PlaceWords {
  const say = useSay();
  const { label } = usePhrases();
  return useMemo(() => placeWordsIn(say, label), [say, label]);
}
