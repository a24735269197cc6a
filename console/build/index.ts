/** How the console is built: the types of the API, the bundle, its compressed copies, and what the first load may weigh. */
export { checkFirstLoad, firstLoadFiles } from './firstLoad.ts';
