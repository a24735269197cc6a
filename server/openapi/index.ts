/** The API's description and its page. */
export { docsPage, docsRoutes } from './docs.ts';
export { openApiDocument } from './openapi.ts';
