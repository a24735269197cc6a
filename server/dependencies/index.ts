/** What routes are given. */
export type { ServerDependencies } from './dependencies.ts';
