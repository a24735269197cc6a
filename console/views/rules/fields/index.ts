/** The fields of a rule's form, each with its problems, and the fleet's entries that the form offers. */
export { Issues, IssuesProvider, isWithin, useFieldAt, useIssues } from './issues.tsx';
export type { Issue } from './issues.tsx';
export { Length } from './length.tsx';
export { TemplateField } from './template.tsx';
export { catalogueQuery, useCatalogue } from './catalogue.ts';
export { choiceQueries, useChoices } from './choices.ts';
export type { Choices, Named } from './choices.ts';
