/** Alerts, their history by rule, silences, feedback, and comparisons of two rules. */
export {
  ANYONE_NOTIFIED,
  MATCHED_BEFORE,
  getAlert,
  listAlerts,
  recordAlert,
  setAlertState,
  unsuppressedOf,
} from './alerts.ts';
export type { Alert } from './alerts.ts';
export { countEndings, countOpenIncidents, feedbackByRule } from './feedback.ts';
export type { RuleWeek, Spread } from './feedback.ts';
export { alertsOverBudget, countPassedAlerts, newestPassedAlert } from './history.ts';
export type { RuleHistory } from './history.ts';
export { alertedInRun } from './runs.ts';
export {
  alertsUnder,
  createSilence,
  endOf,
  endSilence,
  getSilence,
  listSilences,
  silencesBetween,
} from './silences.ts';
export type { Silence, SilenceScope } from './silences.ts';
export { alertTotalsByDay, alertsByDay, answerTimes, dispositionsByRule } from './statistics.ts';
export {
  SUPPRESSED,
  alertsOfTrip,
  dueOfUnsuppressed,
  noteSuppressors,
  requestSuppressed,
} from './suppressed.ts';
export type { AlertOfTrip } from './suppressed.ts';
export { compareRules } from './comparison.ts';
export type { ComparedRules, ComparedTrip } from './comparison.ts';
