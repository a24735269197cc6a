/** Names of event types by code: 0 to 4 from the interface, section 2; 5 and 6 from the field notes. Others exist. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'HARD_BRAKE',
  1: 'RAPID_ACCELERATION',
  2: 'PHONE_USE',
  3: 'OVERSPEEDING',
  4: 'COLLISION',
  5: 'HARD_TURN',
  6: 'PHONE_SCREEN_INTERACTION',
};

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries(NAMES).map(([code, name]) => [name, Number(code)]),
);

/** Name of a known code. */
export function eventTypeName(code: number): string | undefined {
  return Object.hasOwn(NAMES, code) ? NAMES[code] : undefined;
}

/** Code of a known name, which is in capitals. */
export function eventTypeCode(name: string): number | undefined {
  return CODES.get(name);
}
