/** Opens a digest's run, gathers its figures from each source, composes it and sends it to each receiver. */
export { createDigestChannels, createDigestMail, digestTableFile } from './carriers.ts';
export type { MailFile } from './carriers.ts';
export { createDigestComposing } from './compose.ts';
export type { DigestComposed } from './compose.ts';
export { createDigestGathering } from './gather.ts';
export { MOST_GROUPS } from './groups.ts';
export { createDigestOpening, createDigestSending } from './runs.ts';
