/** Routes that read, draft, publish and retire documents of every kind, and the check which role may change which. Settings. */
export { noSuch, outcomeOnWire, publishedAnswer, why } from './answers.ts';
export { editFleet, found, mayChange, mayCount } from './checks.ts';
export { expectedDraft, refuseOtherDraft } from './draftHash.ts';
export { driversKnown, recipientWarnings } from './driverWarnings.ts';
export { fleetWarnings, storedFleetNames } from './fleetNames.ts';
export { documentRoutes } from './routes.ts';
export type { DocumentOf, DocumentType } from './schemas.ts';
export { settingsRoutes } from './settings.ts';
export { conditionWords, policyWords, refusedWith, ruleWords, runningWords, usesAt } from './userWords.ts';
export { shownTo } from './visibility.ts';
