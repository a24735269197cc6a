/** `tripline doctor`: checks a deployment part by part and says what to do. A composition root. */
export { checkGroupTokens, checkMail } from './doctor.ts';
export { doctorWorkers, workersInWords } from './temporal.ts';
