/** Digests and settings. */
export const digests = {
  endsDay: 'the digest covers the day before it',
  endsWeek: 'the week ends with the day before it',
  endsMonth: 'on the first of a month it would cover the month before the last one',
  weekdayMissing: 'is missing: a weekly digest is sent on a day of the week',
  dayMissing: 'is missing: a monthly digest is sent on a day of the month, 1 to 28',
  ofWeek: 'belongs to period "week", and this is "{period}": leave it out or change the period',
  ofMonth: 'belongs to period "month", and this is "{period}": leave it out or change the period',
  clockChange:
    'may be skipped or repeated when the clock of {zone} changes: affected are times {ranges}{days}; choose another time{orDay}',
  fromUntil: 'from {from} to before {until}',
  andRange: '{first} and {second}',
  onWeekday: ' on {weekday}',
  onDay: ' on day {day}',
  orAnotherDay: ', or another day',
  orDayTwo: ', or on day 2',
  utcDates:
    'the analytics service counts UTC dates, and at {at} in {zone} the previous UTC date has not ended yet (at least in summer), so {effect}; send it at {midnight} or later{orDay}',
  alreadyAt: '{name} is already at {place}',
  digestNobody: 'has no recipient: write to (addresses), slack (a channel), or both',
  contrast:
    'white text on {accent} has a contrast of {shown}, and {least} is needed: choose a darker colour such as {darker}',
  compareLate: 'does not end before {date}, when the period begins',
  dateNotOver: 'is not over: the last UTC date that is over is {date}',
  dateEarly: 'is before {date}',
  dateInMonth: 'is not the last date of a month: {date} is the one before it',
} as const;
