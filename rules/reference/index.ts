/** The page docs/facts.md, made from the vocabulary. */
export { factsPage } from './factsPage.ts';
