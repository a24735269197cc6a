/**
 * A rule as a form: its conditions as a tree that can be edited. Edits are written into the text, which keeps
 * its comments.
 */
export { formOf, documentOf, withField, withRuleField } from './document.ts';
export type { RuleForm } from './document.ts';
export { BLOCK, SHARED } from './tree.ts';
export type { ConditionGroup, ConditionLeaf, ConditionNode, Combinator } from './tree.ts';
export { grouped, nodeAt, pointerAt, replacedAt, withIds } from './paths.ts';
export type { NodePath } from './paths.ts';
export { breakageOf, placeOf } from './places.ts';
export type { Breakage, TextRange } from './places.ts';
export { EMPTY_LEAF, leafWithFact, leafWithOperator } from './choose.ts';
export { readCatalogue } from './catalogue.ts';
export type { Catalogue, Distribution, Fact, Operator } from './catalogue.ts';
export { barsOf, matchingTrips } from './share.ts';
export type { Matching } from './share.ts';
export { STARTERS, idOf } from './starters.ts';
export { differences } from './lines.ts';
export type { Line } from './lines.ts';
export { edited, parsedText } from './sourceText.ts';
export { isObject, shownText } from './json.ts';
export type { Json, JsonObject } from './json.ts';
export { UNITS, partsOf, spanWords } from './span.ts';
export { fieldName, fieldValue, plain } from './fieldWords.ts';
export { placeWordsIn } from './placeWords.ts';
export type { PlaceWords } from './placeWords.ts';
