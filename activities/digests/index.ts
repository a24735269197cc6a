/** Opens a digest's run, gathers its data from each source, computes its figures, composes the digest, and sends it to each recipient. */
export { createDigestOpening, createDigestSending } from './activities.ts';
export { digestToSend } from './sendDigest.ts';
export { createDigestComposing } from './compose.ts';
export type { DigestComposed } from './compose.ts';
export { createDigestGathering } from './gather.ts';
export { MOST_GROUPS } from './groups.ts';
export { usualVariation, withUsual } from './variation.ts';
