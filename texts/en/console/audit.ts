/** The audit log. */
export const audit = {
  title: 'Audit log',
  lead: 'Who did what, when and why.',
  who: 'Who',
  action: 'Action',
  type: 'Kind of subject',
  subject: 'Subject',
  by: 'By {name}',
  details: 'Details',
  none: 'No entries',
  noneHelp: 'No entry fits these filters. Change them to see others.',
} as const;
