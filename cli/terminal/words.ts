import { oneLine } from '../../messages/format/index.ts';

/** Quotes a word of a command line so that a shell reads it unchanged. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns a driver and a trip as arguments of another command. Returns placeholders if an id has characters
 * that a terminal does not show.
 */
export function idsOf(item: { readonly driver_id: string; readonly trip_id: string }): string {
  const ids = [item.driver_id, item.trip_id];
  return ids.every((id) => oneLine(id, id.length) === id) ? ids.map(shellWord).join(' ') : 'DRIVER TRIP';
}
