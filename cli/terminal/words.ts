import { oneLine } from '../../messages/format/index.ts';

/** Writes a word of a command line so that a shell reads it back. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Writes a driver and a trip as arguments of another command; placeholders where an id holds what a terminal does not show. */
export function idsOf(item: { readonly driver_id: string; readonly trip_id: string }): string {
  const ids = [item.driver_id, item.trip_id];
  return ids.every((id) => oneLine(id, id.length) === id) ? ids.map(shellWord).join(' ') : 'DRIVER TRIP';
}
