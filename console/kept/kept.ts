import { personKey } from '../api/index.ts';

/** The place where something is kept: this tab, or this browser for every tab and later. */
export type Keeper = 'tab' | 'browser';

const PREFIX = 'tripline.kept:';
/** Storage key that announces a sign-out to the browser's other tabs. */
const LEFT = 'tripline.left';
let hasLeft = false;

const storageOf = (keeper: Keeper): Storage => (keeper === 'tab' ? sessionStorage : localStorage);
const prefixOf = (person: string): string => `${PREFIX}${encodeURIComponent(person)}:`;
const placeOf = (form: string): string => prefixOf(personKey()) + form;

/** Returns the text that the signed-in person typed into a form before a reload; empty when there is none. */
export function kept(form: string, keeper: Keeper = 'tab'): string {
  return storageOf(keeper).getItem(placeOf(form)) ?? '';
}

/** Keeps a typed text until it is sent, only for the person who typed it; an empty text is removed. */
export function keep(form: string, text: string, keeper: Keeper = 'tab'): void {
  if (hasLeft) return;
  if (text === '') storageOf(keeper).removeItem(placeOf(form));
  else storageOf(keeper).setItem(placeOf(form), text);
}

/**
 * Removes all texts that the person signing out typed, in every tab, because the next person at this computer may be another.
 */
export function dropKept(): void {
  const person = personKey();
  removeOf(person);
  localStorage.setItem(LEFT, `${person} ${crypto.randomUUID()}`);
  localStorage.removeItem(LEFT);
}

/**
 * Listens for a sign-out in another tab, which ends the session of all tabs.
 * @param leave shows the sign-out in this tab
 * @returns a function that stops listening
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
