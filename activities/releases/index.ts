/** Releases deliveries that were held for quiet hours once those end. */
export { createReleases } from './release.ts';
export { release } from './releaseHeld.ts';
