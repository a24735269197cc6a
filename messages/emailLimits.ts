/** How much of an alert an e-mail shows; the trip's page has the rest. Gmail cuts a message at about 100 kB. */
export const EMAIL_LIMITS = {
  facts: 12,
  events: 10,
  /** Characters of the rule's own text. */
  text: 4_000,
  /** Other alerts of the trip, and characters of the own text of each. */
  also: 10,
  alsoText: 1_000,
  /** Characters that mail lists show beside the subject. */
  preview: 140,
} as const;
