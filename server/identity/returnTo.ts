/** Only to find out where a path leads. */
const HERE = 'http://tripline.invalid';

/** A path of this server to go to after a sign-in; `/` for anything that leads, or could lead, elsewhere. */
export function localPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return '/';
  if (!URL.canParse(wanted, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
