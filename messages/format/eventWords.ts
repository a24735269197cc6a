/** Abbreviations that stay in capitals inside an event type's words. */
const CAPITALS = new Set(['GPS', 'ABS', 'SDK', 'SOS']);

const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['OVERSPEEDING', 'Speeding'],
  ['PHONE_SCREEN_INTERACTION', 'Phone screen touch'],
]);

/** An event type in words: `HARD_BRAKE` is `Hard brake`; unknown types are read the same way. */
export function eventWords(typeName: string): string {
  const spoken = SPOKEN.get(typeName);
  if (spoken) return spoken;
  const words = typeName
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => (CAPITALS.has(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Event';
}
