/** Recipient routes, and the recipients that they reach. */
export const recipients = {
  attributeMissing: 'is missing: "by": "attribute" needs the path of the attribute, such as $.region',
  attributeNoEffect: 'has no effect beside "by": "group": remove it, or use "by": "attribute"',
  routeEmpty: 'is empty, and there is no default: no one would be notified',
  recipientTwice: 'the same recipient is already at {earlier}',
  noDefault: 'has no default: no one is notified of a driver without an entry, and an alarm is raised',
  defaultLacks:
    'has no {way} recipient, which {name} has: by {same}, no one is notified of a driver without an entry, and an alarm is raised',
  noRoute: 'there is no published route {name}{hint}',
  digestRoute:
    'the route {name} is by attribute, and each entry of a digest gets the digest of its group: name a route by group',
  digestDriver:
    'the route {name} names {receiver}, and a digest is not about one driver: name a route without it',
  routeLacks: 'the route {name} has no {way} recipient',
  routeDefaultLacks:
    'the default of the route {name} has no {way} recipient: no one is notified where it applies, and an alarm is raised',
  entryLacks:
    'the entry {entry} of the route {name} has no {way} recipient, nor has the default: no one is notified, and an alarm is raised',
  entryNoGroup: 'there is no group {name} in this fleet{hint}: no driver is in it',
  entryNoValue: 'no driver read so far has {value} at {path}{hint}: the entry applies to no one',
  groupGetsDefault: 'its drivers get the default',
  groupGetsNothing: 'no one is notified of its drivers, and an alarm is raised',
  groupWithoutEntry: 'the group {name} has no entry: {effect}',
  coachingRefused:
    'the fleet’s settings do not allow coaching e-mails (privacy.coaching_emails is false): nothing is sent to the driver',
  fieldUnfilled:
    'no driver’s record has {field}, so {receiver} reaches no one: import it into the directory, or map it in the settings under driver_fields',
} as const;
