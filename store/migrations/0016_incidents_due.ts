import { online } from './online.ts';

/** Incidents by the time of their next step: whoever looks for those that missed it reads no others. */
export const incidentsDue = online({
  indexes: { incidents_due: 'on incidents (due_at) where due_at is not null' },
});
