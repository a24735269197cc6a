import { personKey } from '../api/index.ts';

/** Where something is kept: in this tab, or in this browser for every tab and later. */
export type Keeper = 'tab' | 'browser';

const PREFIX = 'tripline.kept:';
/** Told to the browser's other tabs. */
const LEFT = 'tripline.left';
let hasLeft = false;

const storageOf = (keeper: Keeper): Storage => (keeper === 'tab' ? sessionStorage : localStorage);
const prefixOf = (person: string): string => `${PREFIX}${encodeURIComponent(person)}:`;
const placeOf = (form: string): string => prefixOf(personKey()) + form;

/** What was typed into a form before a reload, by whoever is signed in; empty when nothing was. */
export function kept(form: string, keeper: Keeper = 'tab'): string {
  return storageOf(keeper).getItem(placeOf(form)) ?? '';
}

/** Keeps what is typed until it is sent, for the person who typed it alone; an empty text is forgotten. */
export function keep(form: string, text: string, keeper: Keeper = 'tab'): void {
  if (hasLeft) return;
  if (text === '') storageOf(keeper).removeItem(placeOf(form));
  else storageOf(keeper).setItem(placeOf(form), text);
}

/** Forgets all that whoever signs out has typed, in every tab: the next one at this computer may be someone else. */
export function dropKept(): void {
  const person = personKey();
  removeOf(person);
  localStorage.setItem(LEFT, `${person} ${crypto.randomUUID()}`);
  localStorage.removeItem(LEFT);
}

/**
 * Signing out in one tab ends the session of all of them.
 * @param leave shows that, in a tab that hears of it
 * @returns what stops listening
 */
export function onLeft(leave: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent): void => {
    if (key !== LEFT || newValue === null || !newValue.startsWith(`${personKey()} `)) return;
    removeOf(personKey());
    leave();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

function removeOf(person: string): void {
  hasLeft = true;
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(prefixOf(person))) storage.removeItem(key);
}
