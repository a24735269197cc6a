/** Parts that commands share: exit codes, times, layout, colours, progress. */
export { CommandError, EXIT } from './command.ts';
export type { ErrorCode, ErrorReport } from './command.ts';
export { confirm } from './confirm.ts';
export { driverOf } from './drivers.ts';
export { dayAndTime, endIn, instantIn } from './localTime.ts';
export { contextOf, contextsFile, dropContext, keepContext } from './contexts.ts';
export type { Context } from './contexts.ts';
export { createLogger } from './logger.ts';
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
export { idsOf, shellWord } from './words.ts';
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
