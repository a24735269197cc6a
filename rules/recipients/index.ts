/**
 * Resolves the names of recipients in a document: the person on call, a recipient route's entry, the driver, and the driver's
 * manager.
 */
export { documentNames, namedOf, rotationOf, rotationsNamed, routeOf, routesNamed } from './names.ts';
export type { NamesReceivers } from './names.ts';
export { personOnShift, shiftsBetween } from './onCall.ts';
export type { Rotations, Shift } from './onCall.ts';
export { previewRoute } from './preview.ts';
export type { PreviewedRoute } from './preview.ts';
export { reasonOf } from './reason.ts';
export type { DefaultReason, RecipientReason } from './reason.ts';
export { receiverKey, resolvePage } from './resolve.ts';
export type { PageReceiver, RecipientGiven, ResolvedPage } from './resolve.ts';
export { recipientNeeds, recordFieldAt } from './route.ts';
export type { RecipientDriver, RecipientNeeds, Routes } from './route.ts';
