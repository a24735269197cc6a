/** Alarms of Tripline itself. */
export const alarms = {
  title: 'Alarms',
  lead: 'Problems of Tripline and its connections, each with what to do.',
  open: 'Open alarms',
  all: 'All alarms',
  none: 'No alarms',
  noneHelp: 'Every connection works. Choose “All alarms” to see earlier ones.',
  state_open: 'Open',
  state_resolved: 'Resolved',
  seen: 'Last seen',
  since: 'Since',
  resolved: 'Resolved',
  help: 'What it means and what to check:',
} as const;
