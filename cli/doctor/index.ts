/**
 * `tripline doctor`: checks a deployment part by part and says what to do. As a composition root, it connects
 * all parts.
 */
export { doctorDatabase } from './database.ts';
export { databaseProblem } from './databaseErrors.ts';
export { checkMail } from './channels/index.ts';
export { checkGroupTokens } from './doctor.ts';
export { checkMaps } from './maps.ts';
export { startWarnings } from './startWarnings.ts';
export { doctorWorkers, workersInWords } from './temporal.ts';
