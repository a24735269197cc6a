/** An alert, an alarm or a summary of alerts as a message card. */
export { alarmMessage, channelTestCard, channelTestMessage } from './alarm.ts';
export type { ChannelTestMessage } from './alarm.ts';
export { alarmOf, alarmWords } from './alarmWords.ts';
export type { AlarmFault } from './alarmWords.ts';
export { alertCard } from './card.ts';
export { coachingCard } from './coaching.ts';
export type { CoachingMessage } from './coaching.ts';
export { summaryCard } from './summary.ts';
export type { SummaryItem, SummaryMessage } from './summary.ts';
export { budgetNotice, budgetSummary, budgetWhy, summaryWords } from './summaryWords.ts';
export type { SummaryCause } from './summaryWords.ts';
