import type { Severity } from '../../rules/evaluation/index.ts';

/** How a severity is told: always by word and symbol, the colour only repeats it. */
export interface SeverityLook {
  readonly word: string;
  /** Emoji for Slack. */
  readonly emoji: string;
  /** One character of ordinary fonts, for pages and e-mail. */
  readonly symbol: string;
}

/** The look of each severity. */
export const SEVERITIES: Readonly<Record<Severity, SeverityLook>> = {
  critical: { word: 'Critical', emoji: '🔴', symbol: '▲' },
  warning: { word: 'Warning', emoji: '🟠', symbol: '◆' },
  info: { word: 'Info', emoji: '🔵', symbol: '●' },
};
