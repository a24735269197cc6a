/** The console's beginning: providers, routes, and the list of its views. */
export { App } from './app.tsx';
export { PATHS } from './paths.ts';
