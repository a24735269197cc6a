/** What was typed into a form, in this tab, until it is sent. */
const place = (form: string): string => `tripline.typed:${form}`;

/** What was typed before a reload; empty when nothing was. */
export function kept(form: string): string {
  return sessionStorage.getItem(place(form)) ?? '';
}

/** Keeps what is typed; an empty text is forgotten. */
export function keep(form: string, text: string): void {
  if (text === '') sessionStorage.removeItem(place(form));
  else sessionStorage.setItem(place(form), text);
}
