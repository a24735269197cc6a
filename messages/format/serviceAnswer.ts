const WORDS: ReadonlyMap<string, string> = new Map([
  ['accepted', 'The service answered that it deleted the trip.'],
  ['no_such_trip', 'The service answered that there is no such trip.'],
  ['refused', 'The service answered with an error of its own.'],
  ['unauthorised', 'The service refused the API key.'],
  ['limited', 'The service asked to come again later.'],
  ['invalid', 'The service gave an answer that nobody understands.'],
  ['no_answer', 'The service’s answer was lost, so Tripline looked whether the trip is there.'],
  ['not_reached', 'The service could not be reached.'],
]);

/** What the service answered when a trip was to be deleted, as a sentence; undefined: nothing was sent to it. */
export function serviceAnswerWords(answer: string | null | undefined): string | undefined {
  return answer ? (WORDS.get(answer) ?? answer) : undefined;
}
