import type { ReactNode } from 'react';

/** Outlines of 24 by 24, drawn in the colour of the text around them. */
const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3.5H4zM14 7.5h6V4h-6z',
  incidents: 'M12 3.5 2.8 19.5h18.4zM12 10v4.5M12 17.2v.1',
  rules: 'M4 6h10M18 6h2M4 12h2M10 12h10M4 18h8M16 18h4M14 4v4M6 10v4M12 16v4',
  alerts: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  trips:
    'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 17h7a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h7',
  lists: 'M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1',
  outbox: 'M4 13v6h16v-6M4 13l3-8h10l3 8h-5l-1 2.5h-4L9 13z',
  silences: 'M6 16V11a6 6 0 0 1 9-5.2M18 11v5l1.5 2H8M10 20.5a2.2 2.2 0 0 0 4 0M4 4l16 16',
  deletions: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  alarms: 'M12 3v3M5.6 5.6l2 2M18.4 5.6l-2 2M7 19v-5a5 5 0 0 1 10 0v5M4.5 19.5h15',
  audit: 'M6 3.5h9l4 4v13H6zM14.5 3.5V8H19M9 12h7M9 15.5h7',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  channels: 'M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5',
  api: 'M9 8l-4 4 4 4M15 8l4 4-4 4',
  critical: 'M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2zM12 8v5M12 16v.1',
  warning: 'M12 3.5 2.8 19.5h18.4zM12 10v4.5M12 17.2v.1',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.1',
  open: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  acknowledged: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3 2',
  resolved: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.2l2.8 2.8L16 9.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
  note: 'M5 4h14v12l-4 4H5zM15 20v-4h4M8.5 9h7M8.5 12.5h4',
  place:
    'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  speed: 'M4 17a8.5 8.5 0 1 1 16 0M12 14l4-5M12 14.5v.1',
  send: 'M21 3 10 14M21 3l-6.5 18L10 14 3 9.5z',
  swap: 'M4 8h14l-3.5-3.5M20 16H6l3.5 3.5',
  add: 'M12 5v14M5 12h14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  chart: 'M4 4v16h16M8 15l3.5-4.5 3 2.5L20 7',
  undo: 'M4 9h10a5.5 5.5 0 0 1 0 11h-3M8 5 4 9l4 4',
  lost: 'M3 3l18 18M8.5 15.5a5 5 0 0 1 6 -.5M5 12a10 10 0 0 1 4-2.4M19 12a10 10 0 0 0-5-2.8M12 19v.1',
} as const;

/** Names of the icons. */
export type IconName = keyof typeof PATHS;

/** Shows an icon beside a word; the word holds the meaning. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      {...{ width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' }}
      {...{ strokeWidth: 1.8, strokeLinecap: 'round', strokeLinejoin: 'round' }}
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
