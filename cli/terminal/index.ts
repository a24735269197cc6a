/** What commands share: the API client, options, exit codes, layout, colours, progress. */
export { ApiProblemError, createApiClient, tooLateIsFound } from './apiClient.ts';
export type { ApiClient } from './apiClient.ts';
export { fleetOption, several, withFleet } from './commandOptions.ts';
export { CommandError, EXIT } from './exit.ts';
export { dayAndTime, instantIn, instantOf, ownZone } from './localTime.ts';
export { createLogger } from './logger.ts';
export { openInBrowser } from './openInBrowser.ts';
export { aborted, endDespiteLeftovers, stopSignal, untilStopped, waitFor } from './patience.ts';
export type { Part } from './patience.ts';
export {
  bar,
  createTerminal,
  printParagraph,
  printTable,
  progressBar,
  sparkline,
  wrapped,
} from './terminal.ts';
export type { Terminal } from './terminal.ts';
