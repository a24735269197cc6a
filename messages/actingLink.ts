/** The pages on which whoever holds a signed link acts in the name of the person that it was sent to. */
const ACTING_LINK = /\/([au])\/[\w-]+\.[\w-]+/g;

/**
 * A message's text, HTML or JSON in which these links open nothing: for who may read the message, and not answer it in its
 * recipient's name.
 */
export function withoutActingLinks(text: string): string {
  return text.replace(ACTING_LINK, '/$1/hidden');
}
