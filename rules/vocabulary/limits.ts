/** Limits of a rule document. They bound the cost of reading, evaluating and showing a document, even a hostile one. */
export const LIMITS = {
  /** Nesting of the JSON, checked before any recursive code reads it. */
  jsonDepth: 40,
  /** Number of JSON values of any kind in one document. */
  jsonValues: 20_000,
  /** Characters of a single text. */
  textLength: 10_000,
  /** Characters of a document as written by its author, including comments. */
  sourceLength: 262_144,
  /** Characters of a single field name. */
  keyLength: 200,
  /** Maximum characters of a fact's text that is compared. A longer text is unknown. Texts in a rule are never longer. */
  factText: 10_000,
  /** Maximum values of a fact's list that is compared. A longer list is unknown. */
  factList: 10_000,
  /** Nesting of groups in conditions. */
  conditionDepth: 10,
  /** Comparisons in one rule. */
  conditions: 200,
  /** Values in one list in a condition. */
  listValues: 1_000,
  /** Drivers, groups or rules that one field may list. */
  listedIds: 1_000,
  actions: 20,
  /** Published documents of one kind per fleet. */
  documents: 1_000,
  /** Addresses in one e-mail action. */
  recipients: 50,
  /** Characters of an e-mail address (RFC 5321). */
  emailLength: 254,
  /** Entries in one recipient route. */
  routeEntries: 500,
  /** Steps in one chain of an escalation policy. */
  steps: 20,
  /** Repetitions of a chain's steps after the first round. */
  rounds: 20,
  /** Receivers in one step, and addresses of one receiver. */
  pageReceivers: 20,
  rotationPeople: 100,
  /** Groups in one digest. Each group needs a separate request to the service. */
  digestGroups: 200,
  overrides: 500,
  nameLength: 200,
  idLength: 200,
  /** Characters of a template as written. */
  templateLength: 4_000,
  /** Characters inside tags and outputs of all templates in one rule. Equal templates are counted once. */
  templateCode: 6_000,
  /** Opening brackets in one tag or output of a template. */
  templateBrackets: 20,
  /** Characters that all filters and outputs of one rendering may produce together. */
  templateMemory: 200_000,
  /** Limit in place of `templateMemory` for test renderings with sample values, which are short. */
  templateTrialMemory: 10_000,
  /** Characters of a rendered text. Longer texts are cut. */
  renderedLength: 8_000,
  /** Characters of a rendered header, such as a subject. */
  headerLength: 250,
  /** Seconds in the longest window or time span of a fact (a year). */
  windowSeconds: 366 * 86_400,
  /** Mistakes that are listed for one document. */
  issues: 100,
  /** Characters of all allowed values that are listed with a mistake. A longer list is omitted. */
  listedAllowed: 2_000,
} as const;
