/** The vocabulary of rules: facts, operators, event types and limits. Also the types of trips and score readings. */
export { AtLeast, rangeOf } from './atLeast.ts';
export {
  DRIVER_FIELDS,
  DRIVER_FIELD_NAMES,
  EVENT_TYPE_NAMES,
  EVENT_TYPE_PATTERN,
  HIGHEST_EVENT_CODE,
  areEventsRead,
  chooseEventType,
  isOfType,
} from './trips/index.ts';
export type {
  DriverField,
  DriverRecord,
  EventTypeChoice,
  DailyReading,
  DataProblem,
  Device,
  DriverReading,
  FleetReading,
  Json,
  JsonObject,
  PathPoint,
  Ratings,
  SpeedSample,
  Trip,
  TripEvent,
} from './trips/index.ts';
export { FACTS, FACT_NAMES, RATING_PATTERN, findFact, isListed, suggest } from './findFact.ts';
export type { FactDefinition, FactType, ParamDefinition } from './findFact.ts';
export { factKey, factRequest, textParam } from './factRequest.ts';
export type { FactRequest, FactTable, FactValue } from './factRequest.ts';
export { LIMITS } from './limits.ts';
export { rounded, shortened, showNumber } from './numbers.ts';
export { NOT_KNOWN, kindReason, reasonsIn, withoutDates } from './reason.ts';
export type { Reason, ReasonCode, ValueKind } from './reason.ts';
export {
  OPERATORS,
  OPERATOR_NAMES,
  applyOperator,
  findOperator,
  operatorMeantBy,
  opposite,
} from './operators.ts';
export type { Comparable, Known, OperatorDefinition, Truth } from './operators.ts';
export { Suggestions, didYouMean, quoted } from './suggest.ts';
export { TRIP_FACTS } from './tripFacts.ts';
export { comparesWith, valueType } from './valueType.ts';
export type { ValueType } from './valueType.ts';
