/**
 * `DATABASE_URL` with the password of `DATABASE_PASSWORD` in it, so that the two may come from different places and the
 * password may hold any character.
 */
export function withPassword(
  url: string | undefined,
  password: string | undefined,
  mistakes: string[],
): string | undefined {
  if (password === undefined || (url !== undefined && !URL.canParse(url))) return url;
  if (url === undefined) {
    mistakes.push('DATABASE_PASSWORD is set and DATABASE_URL is not: for which database is it?');
    return undefined;
  }
  const complete = new URL(url);
  if (complete.password !== '') {
    mistakes.push('DATABASE_PASSWORD is set, and DATABASE_URL holds a password too: keep one of them.');
    return url;
  }
  complete.password = encodeURIComponent(password);
  // A URL without a host, as for a socket, takes none.
  if (complete.password === '' || complete.username === '')
    mistakes.push(
      'DATABASE_PASSWORD needs a user and a host in DATABASE_URL: write postgres://user@host:5432/name.',
    );
  return complete.href;
}
