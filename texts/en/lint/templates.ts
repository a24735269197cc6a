/** Templates in the texts of a rule. */
export const templates = {
  noTemplateName: 'there is no {name} in a template{hint}; there are {names}',
  whichFact: `write which fact, such as facts['driver.score']`,
  factNoParts: 'facts[{name}] has no parts: write facts[{whole}]',
  conditionsHave: '; the conditions have {names}',
  noCondition: 'no condition is called {name}{hint}{uses}',
  templateUnreadable: 'the template cannot be read: {why}',
  templateFailed: 'the template could not be rendered',
  templateCode: `the templates up to here hold {count} characters inside '{{ }}' and '{% %}': a rule has at most {most}, each template counted once`,
  hiddenId: 'the id',
  hiddenEmpty: 'empty',
  fieldHidden:
    'the fleet’s settings keep driver.{field} out of messages (privacy.{same} is false): it is {instead} here',
} as const;
