/** Words that several views share. */
export const words = {
  severity_critical: 'Critical',
  severity_warning: 'Warning',
  severity_info: 'Info',
  state_open: 'Open',
  state_acknowledged: 'Acknowledged',
  state_resolved: 'Resolved',
  disposition_confirmed: 'Confirmed',
  disposition_false_alarm: 'False alarm',
  disposition_not_driver: 'Not the driver',
  disposition_other: 'Other',
  driver: 'Driver',
  rule: 'Rule',
  state: 'State',
  any: 'Any',
  unknownDriver: 'Driver {id}',
  by: 'by {name}',
} as const;
