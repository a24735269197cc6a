/** The build of the console: the API's types, the bundle, its compressed copies, and the size limit of the first load. */
export { checkFirstLoad, firstLoadFiles } from './firstLoad.ts';
