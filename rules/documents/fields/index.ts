/** The fields that several documents share: ids, lines, times, addresses, quiet hours. */
export {
  CHANNEL,
  ID_PATTERN,
  OWNER,
  ROTATION,
  documentHead,
  durationSchema,
  emailAddress,
  held,
  line,
  quietHours,
  template,
  timeOfDay,
  timezone,
  webAddress,
} from './fields.ts';
