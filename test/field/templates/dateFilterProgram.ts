import { renderTemplate } from '../../../rules/templates/index.ts';

/** Prints a time that the clocks of some zones skip, for processes in different zones and languages. */
const variables = { trip: { end_time: '2026-03-29T02:30:00+00:00', start_time: '2026-03-29T01:30:00Z' } };
const template =
  "{{ trip.end_time | date: '%a %B %H:%M %z' }}; {{ trip.start_time | date: '%A %d %b %H:%M', 'Europe/Berlin' }}\n";
process.stdout.write(renderTemplate(template, variables, 'text'));
