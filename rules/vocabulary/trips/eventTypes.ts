import type { Json, TripEvent } from './trip.ts';

/** One type of driving event. */
interface EventType {
  readonly code: number;
  readonly name: string;
}

/** Event types known so far: 0 to 4 from the interface, 5 and 6 from live services. Others are usable by name or code. */
const EVENT_TYPES: readonly EventType[] = [
  { code: 0, name: 'HARD_BRAKE' },
  { code: 1, name: 'RAPID_ACCELERATION' },
  { code: 2, name: 'PHONE_USE' },
  { code: 3, name: 'OVERSPEEDING' },
  { code: 4, name: 'COLLISION' },
  { code: 5, name: 'HARD_TURN' },
  { code: 6, name: 'PHONE_SCREEN_INTERACTION' },
];

/** Names of the known event types, for messages and completion. */
export const EVENT_TYPE_NAMES: readonly string[] = EVENT_TYPES.map((type) => type.name);

/** The pattern of the service's names of event types. */
export const EVENT_TYPE_PATTERN = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Highest accepted code; higher ones are probably mistakes. */
export const HIGHEST_EVENT_CODE = 9_999;

/** The event type that a rule names. */
export interface EventTypeChoice {
  /** The name. A code without a known name has its digits, which no name can be. */
  readonly typeName: string;
  readonly typeCode?: number;
  /** Whether the type is one of `EVENT_TYPES`. */
  readonly known: boolean;
}

/** Reads a `type` parameter, by name or by code; undefined when it is neither. */
export function chooseEventType(type: Json | undefined): EventTypeChoice | undefined {
  const known = EVENT_TYPES.find((candidate) => candidate.name === type || candidate.code === type);
  if (known) return { typeName: known.name, typeCode: known.code, known: true };
  if (typeof type === 'string' && EVENT_TYPE_PATTERN.test(type)) return { typeName: type, known: false };
  if (typeof type === 'number' && Number.isInteger(type) && type >= 0 && type <= HIGHEST_EVENT_CODE)
    return { typeName: String(type), typeCode: type, known: false };
  return undefined;
}

/**
 * Returns whether every event has a readable type, so that no event of a searched type is missed; false when the events did not
 * arrive.
 */
export function areEventsRead(events: readonly TripEvent[] | undefined): boolean {
  return events?.every((event) => event.typeName !== undefined || event.typeCode !== undefined) === true;
}

/** Returns whether an event is of a type, by name or by code, because either may be missing or new in the service's data. */
export function isOfType(event: TripEvent, type: Pick<EventTypeChoice, 'typeName' | 'typeCode'>): boolean {
  if (event.typeName === type.typeName) return true;
  return type.typeCode !== undefined && event.typeCode === type.typeCode;
}
