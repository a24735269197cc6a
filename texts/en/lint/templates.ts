/** Templates in the texts of a rule. */
export const templates = {
  noTemplateName: 'there is no {name} in a template{hint}; there are {names}',
  whichFact: `write which fact, such as facts['driver.score']`,
  factNoParts: 'facts[{name}] has no parts: write facts[{whole}]',
  conditionsHave: '; the conditions have {names}',
  noCondition: 'no condition is called {name}{hint}{uses}',
  templateUnreadable: 'the template cannot be read: {why}',
  templateCode: `the templates up to here hold {count} characters inside '{{ }}' and '{% %}': a rule has at most {most}, each template counted once`,
  hiddenId: 'the id',
  hiddenEmpty: 'empty',
  fieldHidden:
    'the fleet’s settings keep driver.{field} out of messages (privacy.{same} is false): it is {instead} here',
  liquidVariable: 'there is no {name} here',
  liquidFilter: 'there is no filter {name}',
  liquidTag: 'there is no tag {name} here',
  liquidOpen: '"{code}" is not closed',
  liquidValue: 'a value is missing at {code}',
  liquidAt: '{why} (line {line}, column {column})',
  liquidSays: '“{reason}”',
  templateObject: 'an object cannot be shown: name one of its values',
  templateDate: 'the date filter takes a time with UTC offset, such as trip.start_time',
  templateZone: `the date filter takes a time zone as its second argument: a name such as 'Europe/Berlin', an offset such as '+05:30', or fleet.timezone`,
  unlessUnknown:
    'while {name} is unknown, the body of "unless" is skipped; use "if" with "else", or replace an unknown value with the filter "default"',
  templateUnrendered: 'the template could not be rendered: {why}',
  templateBrackets: `write the name between the brackets, such as facts['driver.score']`,
  templateManyBrackets: 'more than {most} brackets stand in one tag or output',
} as const;
