/** Alerts, their history by rule, silences, feedback, alerts of trials. */
export { alertsOverBudget, countPassedAlerts, newestPassedAlert, standingRules } from './alertHistory.ts';
export type { RuleHistory } from './alertHistory.ts';
export { MATCHED_BEFORE, getAlert, listAlerts, recordAlert, setAlertState } from './alerts.ts';
export type { Alert } from './alerts.ts';
export { countEndings, countOpenIncidents, feedbackByRule } from './feedback.ts';
export type { RuleWeek, Spread } from './feedback.ts';
export { createSilence, endOf, endSilence, getSilence, listSilences, silencesBetween } from './silences.ts';
export type { Silence } from './silences.ts';
export { ANYONE_NOTIFIED } from './told.ts';
export { compareTrial, recordTrialAlert } from './trialAlerts.ts';
export type { TrialExample } from './trialAlerts.ts';
export { recordUndecided } from './trialUndecided.ts';
