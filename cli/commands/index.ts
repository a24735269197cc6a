/** The commands for trips, alerts, incidents, deletions, digests, drivers, silences and webhook secrets. They speak to the API. */
export type { ListAlertsOptions } from './alertList.ts';
export type { BackfillOptions } from './backfill.ts';
export type { CoverageOptions } from './coverage.ts';
export type { DigestOptions, PreviewOptions, SendOptions } from './digests.ts';
export type { DirectoryOptions, ImportOptions, ListDriversOptions } from './directory.ts';
export type { EraseOptions } from './drivers.ts';
export type { EscalationPreviewOptions } from './escalationPreview.ts';
export type { WhyOptions } from './explainDay.ts';
export type { ExportOptions } from './exportDriver.ts';
export type { AnswerOptions, IncidentOptions, ListOptions } from './incidents.ts';
export type { SignInSurroundings } from './login.ts';
export type { ShiftsOptions } from './rotationShifts.ts';
export type { RoutePreviewOptions } from './routePreview.ts';
export type { AddOptions, SilenceOptions } from './silences.ts';
export type { ListTripsOptions } from './tripList.ts';
export type { WebhookOptions } from './webhookSecrets.ts';
