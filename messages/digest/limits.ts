/** How much of each list a digest shows; all the drivers are in the table attached. */
export interface DigestLimits {
  readonly caveats: number;
  /** Rows of each list of drivers, incidents, rules and so on. */
  readonly rows: number;
  readonly groups: number;
  /** Characters of a name. */
  readonly name: number;
}

/** From generous to bare: an e-mail takes the first with which it stays small enough. */
export const EMAIL_LEVELS: readonly [DigestLimits, ...DigestLimits[]] = [
  { caveats: 12, rows: 10, groups: 40, name: 120 },
  { caveats: 8, rows: 8, groups: 20, name: 80 },
  { caveats: 6, rows: 5, groups: 10, name: 60 },
  { caveats: 4, rows: 2, groups: 4, name: 40 },
  { caveats: 2, rows: 1, groups: 1, name: 20 },
];

/** Slack takes fifty blocks of three thousand characters. */
export const SLACK_LIMITS_OF_DIGEST: DigestLimits = { caveats: 6, rows: 5, groups: 8, name: 60 };

/** Longest sentence that comes from outside. */
export const LONGEST_SENTENCE = 400;
