/** Temporal code that server and worker share: connection, data converter, encryption, gateway, priorities. */
export {
  TemporalSettingsError,
  TemporalUnreachableError,
  checkTemporal,
  connectTemporal,
  grpcErrorIn,
  temporalSettings,
} from './connection.ts';
export type { TemporalSettings } from './connection.ts';
export {
  FAILURE_CONVERTER_PATH,
  PayloadUnreadableError,
  createDataConverter,
  createPayloadCodec,
  logUnreadable,
  missingKeyIn,
  sealedAsNew,
} from './encryption.ts';
export { NoSlotError, createFairSlots } from './fairQueue.ts';
export type { FairSlots, Slot } from './fairQueue.ts';
export { TemporalUnavailableError, createWorkflowGateway } from './gateway.ts';
export type { GatewayOptions, WorkflowGateway } from './gateway.ts';
export { strandedWork } from './strandedWork.ts';
export type { StrandedWork } from './strandedWork.ts';
export { createFleetRateLimit, createStartSlots } from './startLimits.ts';
export type { Started } from './startLimits.ts';
export { searchAttributesWarning } from './searchAttributes.ts';
export { createStartDetails } from './startDetails.ts';
export { lastAskedForWork, workersSeen } from './workers.ts';
export type { BuildSeen, WorkersSeen } from './workers.ts';
export { createTripHash } from './tripHash.ts';
