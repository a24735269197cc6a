/** What the button of an e-mail says. */
export const ANSWER_WORDS = 'Answer this incident';

/** What stands below it: mail scanners open links, and people fear to. */
export const ANSWER_HINT =
  'Opens a page where you take it, escalate it or resolve it. Opening the page alone changes nothing.';

/** Longest text of a rule in a page by e-mail, in characters. */
export const LONGEST_OWN_TEXT = 2_000;
