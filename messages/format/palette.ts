import type { Severity } from '../../rules/evaluation/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

/** One scheme of colours. Every pair of text on ground that is used keeps a contrast of 4.5 to 1 or more. */
export interface Scheme {
  readonly ground: string;
  readonly card: string;
  readonly quiet: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
  readonly link: string;
  readonly button: string;
  readonly buttonInk: string;
  readonly tones: Readonly<
    Record<Tone, { readonly ink: string; readonly ground: string; readonly edge: string }>
  >;
}

/** Meaning of a colour: a severity, an outcome or a state. Words always say it too. */
export type Tone = Severity | 'good' | 'neutral';

/** Colours for light backgrounds. */
export const LIGHT: Scheme = {
  ground: '#f2f4f7',
  card: '#ffffff',
  quiet: '#f7f9fb',
  line: '#e1e6ed',
  ink: '#14202e',
  muted: '#566474',
  link: '#0b5cad',
  button: '#12395f',
  buttonInk: '#ffffff',
  tones: {
    critical: { ink: '#a3160e', ground: '#fdeceb', edge: '#d92d20' },
    warning: { ink: '#8a3d00', ground: '#fff3e0', edge: '#e27b0e' },
    info: { ink: '#0b4f94', ground: '#e8f2fd', edge: '#2e7fd1' },
    good: { ink: '#0c6240', ground: '#e5f6ee', edge: '#1f9d6b' },
    neutral: { ink: '#465363', ground: '#eceff3', edge: '#98a4b3' },
  },
};

/** Colours for dark backgrounds. */
export const DARK: Scheme = {
  ground: '#0d131a',
  card: '#161e28',
  quiet: '#1b2531',
  line: '#2b3846',
  ink: '#e8edf3',
  muted: '#a2b0c0',
  link: '#82bbf5',
  button: '#9cc9f7',
  buttonInk: '#0b1a2a',
  tones: {
    critical: { ink: '#ffb3ad', ground: '#45191a', edge: '#f0564a' },
    warning: { ink: '#ffc98a', ground: '#41290c', edge: '#f0953a' },
    info: { ink: '#a5d0fb', ground: '#15304d', edge: '#4d9be6' },
    good: { ink: '#93e2bf', ground: '#0f3527', edge: '#38b583' },
    neutral: { ink: '#c3cdd8', ground: '#28333f', edge: '#6c7a8a' },
  },
};

/** Fonts that are already on people's machines. */
export const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Presentation of a severity: always by word and symbol; the colour only repeats it. */
interface SeverityBadge {
  readonly word: string;
  /** Emoji for Slack. */
  readonly emoji: string;
  /** One character of ordinary fonts, for pages and e-mail. */
  readonly symbol: string;
}

const SIGNS = {
  critical: { emoji: '🔴', symbol: '▲' },
  warning: { emoji: '🟠', symbol: '◆' },
  info: { emoji: '🔵', symbol: '●' },
} as const;

/** Returns a severity as people see it: its word in a language, and the symbols that repeat the word. */
export function severityBadge(severity: Severity, language: Language = 'en'): SeverityBadge {
  return { word: textsOf(language)(`format.severity_${severity}`), ...SIGNS[severity] };
}
