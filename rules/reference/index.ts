/** Generates the page docs/facts.md from the catalogue of facts. */
export { factsPage } from './factsPage.ts';
