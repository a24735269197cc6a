import type { Json, TripEvent } from './trip.ts';

/** A type of driving event. */
interface EventType {
  readonly code: number;
  readonly name: string;
}

/**
 * The known event types. Types 0 to 4 are defined in the service's interface; 5 and 6 were found in live services. Other types
 * may be used by name or code.
 */
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

/** Syntax of the service's names of event types. */
export const EVENT_TYPE_PATTERN = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Highest accepted code of an event type. Higher codes are probably mistakes. */
export const HIGHEST_EVENT_CODE = 9_999;

/** An event type that a rule names. */
export interface EventTypeChoice {
  /** The type's name. For a code without a known name, the digits of the code, because no name consists of digits. */
  readonly typeName: string;
  readonly typeCode?: number;
  /** Whether the type is in `EVENT_TYPES`. */
  readonly known: boolean;
}

/** Parses a `type` parameter, which may be a name or a code. Returns `undefined` if it is neither. */
export function chooseEventType(type: Json | undefined): EventTypeChoice | undefined {
  const known = EVENT_TYPES.find((candidate) => candidate.name === type || candidate.code === type);
  if (known) return { typeName: known.name, typeCode: known.code, known: true };
  if (typeof type === 'string' && EVENT_TYPE_PATTERN.test(type)) return { typeName: type, known: false };
  if (typeof type === 'number' && Number.isInteger(type) && type >= 0 && type <= HIGHEST_EVENT_CODE)
    return { typeName: String(type), typeCode: type, known: false };
  return undefined;
}

/** Returns whether the events are known and all have a readable type, so that a search for a type misses no event. */
export function areEventsRead(events: readonly TripEvent[] | undefined): boolean {
  return events?.every((event) => event.typeName !== undefined || event.typeCode !== undefined) === true;
}

/**
 * Returns whether an event is of a type. Name or code must match, because the service's data may lack one of them or use a new
 * one.
 */
export function isOfType(event: TripEvent, type: Pick<EventTypeChoice, 'typeName' | 'typeCode'>): boolean {
  if (event.typeName === type.typeName) return true;
  return type.typeCode !== undefined && event.typeCode === type.typeCode;
}
