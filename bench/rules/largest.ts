import { compileRules, evaluateRules } from '../../rules/evaluation/index.ts';
import { LIMITS } from '../../rules/vocabulary/index.ts';
import { parseRule } from '../../rules/lint/index.ts';
import type { FactTable } from '../../rules/facts/index.ts';
import { line } from '../report.ts';

const ROUNDS = 15;

/** Measures the largest rule that is accepted: the time to read and compile it, and to decide it for one trip. */
export async function largestRule(facts: FactTable): Promise<string[]> {
  const values = Array.from({ length: 90 }, (_each, index) => `other-${index}`);
  const comparison = { fact: 'driver.id', operator: 'notIn', value: values };
  const document = {
    id: 'largest',
    name: 'Largest',
    conditions: { all: Array.from({ length: LIMITS.conditions }, () => comparison) },
  };
  const [read, decided]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    let started = performance.now();
    const parsed = parseRule(document);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
    const compiled = compileRules([{ id: 'largest', version: 1, rule: parsed.document }]);
    read.push(performance.now() - started);
    started = performance.now();
    const [decision] = await evaluateRules(compiled, facts, { driverId: 'd', tripId: 't' });
    decided.push(performance.now() - started);
    if (decision?.outcome !== 'matched') throw new Error('the largest rule should match');
  }
  return [
    line('largest rule: read and compiled', read, 'ms'),
    line('largest rule: decided, first time', decided, 'ms'),
  ];
}
