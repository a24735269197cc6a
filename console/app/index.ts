/** The console's beginning: providers, routes, and the list of its views. */
export { PATHS } from './paths.ts';
