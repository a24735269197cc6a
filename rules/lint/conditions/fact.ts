import { PATH_PATTERN, isPlainObject, pointerTo, sentence, shownWords } from '../../documents/index.ts';
import type { IssueList } from '../../documents/index.ts';
import { DAY_SECONDS, isDuration, parseDuration } from '../../time/index.ts';
import {
  EVENT_TYPE_NAMES,
  FACT_NAMES,
  LIMITS,
  chooseEventType,
  findFact,
  isListed,
  quoted,
} from '../../vocabulary/index.ts';
import type { FactDefinition, Json, ParamDefinition } from '../../vocabulary/index.ts';

/** The position in the document that is being checked, with the list that collects issues. */
export interface CheckPosition {
  readonly pointer: string;
  readonly issues: IssueList;
}

function checkEventType(value: Json, { pointer, issues }: CheckPosition): void {
  const type = chooseEventType(value);
  if (type?.known) return;
  const hint = typeof value === 'string' ? issues.hint(value, EVENT_TYPE_NAMES) : '';
  if (!type) {
    issues.error(pointer, sentence('noEventType', { shown: shownWords(value), hint }), EVENT_TYPE_NAMES);
  } else {
    issues.warn(pointer, sentence('eventTypeUnknown', { shown: shownWords(value), hint }), EVENT_TYPE_NAMES);
  }
}

function checkSpan(value: Json, wholeDays: boolean, { pointer, issues }: CheckPosition): void {
  if (typeof value !== 'string' || !isDuration(value)) {
    issues.error(pointer, sentence('noDuration', { shown: shownWords(value) }));
    return;
  }
  const seconds = parseDuration(value);
  if (seconds === 0) issues.error(pointer, sentence('aboveZero'));
  else if (seconds > LIMITS.windowSeconds)
    issues.error(pointer, sentence('windowMost', { days: LIMITS.windowSeconds / DAY_SECONDS }));
  else if (wholeDays && seconds % DAY_SECONDS !== 0) issues.error(pointer, sentence('wholeDays'));
}

function checkParam(param: ParamDefinition, value: Json, place: CheckPosition): void {
  switch (param.kind) {
    case 'event_type':
      return checkEventType(value, place);
    case 'duration':
    case 'days':
      return checkSpan(value, param.kind === 'days', place);
    case 'number':
      if (typeof value !== 'number' || value < 0)
        place.issues.error(place.pointer, sentence('numberFromZero', { shown: shownWords(value) }));
      return;
    case 'id':
      if (typeof value !== 'string' || value === '' || value.length > LIMITS.idLength)
        place.issues.error(place.pointer, sentence('mustBeId', { shown: shownWords(value) }));
  }
}

function checkParams(fact: FactDefinition, params: unknown, { pointer, issues }: CheckPosition): void {
  const names = fact.params.map((param) => param.name);
  if (params !== undefined && !isPlainObject(params)) {
    issues.error(
      pointerTo(pointer, 'params'),
      sentence('mustBeObject', { shown: shownWords(params) }),
      names,
    );
    return;
  }
  const given = (params ?? {}) as Record<string, Json>;
  const at = pointerTo(pointer, 'params');
  for (const key of Object.keys(given)) {
    if (issues.full) return;
    if (names.includes(key)) continue;
    const takes =
      names.length === 0
        ? sentence('takesNone', { fact: fact.name })
        : sentence('takes', { fact: fact.name, names: names.join(', ') });
    issues.error(
      pointerTo(at, key),
      sentence('unknownParam', { name: quoted(key), hint: issues.hint(key, names), takes }),
      names,
    );
  }
  for (const param of fact.params) {
    const value = Object.hasOwn(given, param.name) ? given[param.name] : undefined;
    if (value !== undefined) checkParam(param, value, { pointer: pointerTo(at, param.name), issues });
    else if (param.required)
      issues.error(
        at,
        sentence('paramMissing', {
          fact: fact.name,
          param: param.name,
          example: JSON.stringify(param.examples[0]),
        }),
        names,
      );
  }
}

function checkPath(fact: FactDefinition, path: unknown, { pointer, issues }: CheckPosition): void {
  if (path === undefined) return;
  const at = pointerTo(pointer, 'path');
  if (fact.type !== 'object') issues.error(at, sentence('noParts', { fact: fact.name }));
  else if (typeof path !== 'string' || !PATH_PATTERN.test(path))
    issues.error(at, sentence('noPath', { shown: shownWords(path) }));
}

/**
 * Checks a fact with its params and path, on either side of a comparison.
 * @returns the fact's definition, or `undefined` if the fact does not exist
 */
export function lintFact(
  reference: Record<string, unknown>,
  place: CheckPosition,
): FactDefinition | undefined {
  const { fact: name, params, path } = reference;
  const at = pointerTo(place.pointer, 'fact');
  if (typeof name !== 'string') {
    place.issues.error(at, sentence('factName', { shown: shownWords(name) }));
    return undefined;
  }
  const fact = findFact(name);
  if (!fact) {
    place.issues.error(
      at,
      sentence('noFact', { name: quoted(name), hint: place.issues.hint(name, FACT_NAMES) }),
    );
    return undefined;
  }
  if (!isListed(name))
    place.issues.warn(at, sentence('ratingUnknown', { name, hint: place.issues.hint(name, FACT_NAMES) }));
  checkParams(fact, params, place);
  checkPath(fact, path, place);
  return fact;
}
