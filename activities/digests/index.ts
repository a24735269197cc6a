/** Opens a digest's run, gathers its figures from each source, composes it and sends it to each receiver. */
export { createDigestOpening, createDigestSending } from './activities.ts';
export { digestToSend } from './sendDigest.ts';
export { createDigestComposing } from './compose.ts';
export type { DigestComposed } from './compose.ts';
export { createDigestGathering } from './gather.ts';
export { MOST_GROUPS } from './groups.ts';
export { usualVariation, withUsual } from './variation.ts';
