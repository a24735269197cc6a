/** The route that explains why a rule sent no alert. */
export { explanationRoutes } from './routes.ts';
