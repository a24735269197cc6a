/** What commands share: the API client, options, exit codes, layout, colours, progress. */
export { ApiProblemError, createApiClient, tooLateIsFound } from './apiClient.ts';
export type { ApiClient, Problem } from './apiClient.ts';
export { CommandError, EXIT } from './command.ts';
export type { ErrorCode, ErrorReport } from './command.ts';
export { confirm } from './confirm.ts';
export { driverOf } from './drivers.ts';
export { clockOf, dayAndTime, endIn, instantIn } from './localTime.ts';
export { contextOf, contextsFile, dropContext, keepContext } from './contexts.ts';
export type { Context } from './contexts.ts';
export { createLogger } from './logger.ts';
export { askServer } from './server.ts';
export type { ServerAnswer } from './server.ts';
export {
  bar,
  createTerminal,
  openInBrowser,
  printParagraph,
  printTable,
  progressBar,
  sparkline,
  wrapped,
  writableJson,
} from './terminal.ts';
export type { Colors, StepWork, Terminal } from './terminal.ts';
export {
  StoppedError,
  aborted,
  endDespiteLeftovers,
  stopRequests,
  stopSignal,
  stopWithoutReader,
  waitFor,
} from './wait.ts';
export type { Part, StopRequests } from './wait.ts';
