import { instantMillis, parseDuration } from '../time/index.ts';
import { textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue } from '../vocabulary/index.ts';
import { BECAUSE, known, unknown } from './factSources.ts';
import type { FactSources, RuleAlertWindow } from './factSources.ts';

/** The alerts a fact counts; undefined when the fact counts none. */
export function ruleAlertsOf(request: FactRequest): RuleAlertWindow | undefined {
  if (request.fact !== 'driver.rule_alerts') return undefined;
  const rule = textParam(request, 'rule');
  const windowSeconds = parseDuration(textParam(request, 'window'));
  return { rule, windowSeconds, key: `${rule}:${windowSeconds}` };
}

/** The value of `driver.rule_alerts`; undefined when the fact is another. */
export function resolveRuleAlerts(request: FactRequest, sources: FactSources): FactValue | undefined {
  const window = ruleAlertsOf(request);
  if (!window) return undefined;
  if (instantMillis(sources.trip.endTime ?? '') === undefined) return unknown(BECAUSE.noEnd);
  const counted = sources.ruleAlerts?.get(window.key);
  if (!counted) return unknown(BECAUSE.noHistory);
  return counted.historySince === undefined
    ? known(counted.count)
    : { known: true, value: counted.count, historySince: counted.historySince };
}
