/** Parts around and inside every view: the shell, headings, states of loading, badges, icons. */
export { AlertState } from './alertState.tsx';
export { BackLink, Card, Columns, PageHeader, Section } from './page.tsx';
export { Empty, Failed, Loading, Loaded, Notice } from './states.tsx';
export { Facts, Figure, Quiet } from './figures.tsx';
export { SeverityBadge, StateBadge, ToneBadge, toneProps } from './badges.tsx';
export type { Tone } from './badges.tsx';
export { Bars } from './bars.tsx';
export { DriverName } from './driver.tsx';
export { IconItem } from './iconItem.tsx';
export { Icon } from './icons.tsx';
export type { IconName } from './icons.tsx';
export { LeaveDialog } from './askToLeave.tsx';
export { reasonWords } from './reasons.ts';
export { useRuleName, useRules } from './ruleName.tsx';
export { Shell } from './shell.tsx';
export type { NavigationEntry } from './navigation.tsx';
export { When, useTimes } from './when.tsx';
export { THEME, cssVariables } from './theme.ts';
