/** Serves the web console: its page at the console's own paths, and its assets. It knows no view. */
export { consoleRoutes } from './routes.ts';
