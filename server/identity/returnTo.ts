/** Base address for resolving a path, to find out whether it leads to another server. */
const HERE = 'http://tripline.invalid';

/**
 * Returns a path on this server to open after a sign-in. Returns `/` if the wanted path leads, or could lead, to another server.
 */
export function localPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return '/';
  if (!URL.canParse(wanted, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
