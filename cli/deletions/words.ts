const WORDS: ReadonlyMap<string, string> = new Map([
  ['accepted', 'The service confirmed the deletion.'],
  ['no_such_trip', 'The service has no such trip.'],
  ['refused', 'The service answered with an internal error.'],
  ['unauthorised', 'The service refused the API key.'],
  ['limited', 'The service asked to retry later.'],
  ['invalid', 'The service gave an invalid answer.'],
  ['no_answer', 'The service’s answer was lost, so Tripline checked whether the trip still exists.'],
  ['not_reached', 'The service could not be reached.'],
]);

/** Returns the service's answer to the request to delete a trip, as a sentence. Undefined when no request was sent. */
export function serviceAnswerWords(answer: string | null | undefined): string | undefined {
  return answer ? (WORDS.get(answer) ?? answer) : undefined;
}
