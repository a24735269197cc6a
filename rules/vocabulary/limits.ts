/** Limits of a rule document. They bound the cost of reading, evaluating and showing it, even for hostile documents. */
export const LIMITS = {
  /** Nesting of the JSON itself, checked before any recursive code reads it. */
  jsonDepth: 40,
  /** Values of any kind in one document. */
  jsonValues: 20_000,
  /** Characters of any one text. */
  textLength: 10_000,
  /** Characters of a document's text as its author wrote it, comments included. */
  sourceLength: 262_144,
  /** Characters of any one field name. */
  keyLength: 200,
  /** Compared characters of a fact's text; a rule's own texts are no longer. */
  factText: 10_000,
  /** Compared values of a fact's list. */
  factList: 10_000,
  /** Groups inside groups. */
  conditionDepth: 10,
  /** Comparisons in one rule. */
  conditions: 200,
  /** Values of one list in a condition. */
  listValues: 1_000,
  /** Drivers, groups or rules listed in one field. */
  listedIds: 1_000,
  actions: 20,
  /** Published documents of one kind in a fleet. */
  documents: 1_000,
  /** Addresses of one e-mail action. */
  recipients: 50,
  /** Characters of an e-mail address (RFC 5321). */
  emailLength: 254,
  /** Entries of one recipient route. */
  routeEntries: 500,
  /** Steps of one chain. */
  steps: 20,
  /** Rounds after the first one. */
  rounds: 20,
  /** Receivers of one step, and addresses of one of them. */
  pageReceivers: 20,
  rotationPeople: 100,
  /** Groups of one digest, each of which needs its own request to the service. */
  digestGroups: 200,
  overrides: 500,
  nameLength: 200,
  idLength: 200,
  /** Characters of a template as written. */
  templateLength: 4_000,
  /** Characters inside the tags and outputs of all templates of one rule, each template counted once. */
  templateCode: 6_000,
  /** Opening brackets inside one tag or output of a template. */
  templateBrackets: 20,
  /** Characters that the filters and outputs of one rendering may produce. */
  templateMemory: 200_000,
  /** The same limit for trying a template with sample values, which are short. */
  templateTrialMemory: 10_000,
  /** Characters of a rendered text; longer ones are cut. */
  renderedLength: 8_000,
  /** Characters of a rendered header, such as a subject. */
  headerLength: 250,
  /** Longest window or span of a fact, in seconds (a year). */
  windowSeconds: 366 * 86_400,
  /** Mistakes listed for one document. */
  issues: 100,
  /** Characters of the allowed values that a mistake lists; a longer list is omitted. */
  listedAllowed: 2_000,
} as const;
