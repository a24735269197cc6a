import type { BodyOf } from '../../api/index.ts';
import { didYouMean, quoted } from '../../rules/vocabulary/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { isFileName, readRuleFile } from '../files/index.ts';
import { CommandError, EXIT } from '../terminal/index.ts';
import { printDecision } from './decision.ts';
import { TRIP, printTrip, tripParams } from './trip.ts';
import type { NamedTrip, TripAnswer } from './trip.ts';

/**
 * Explains a trip's decision: a sentence for each rule, and the trace as a tree. With a rule's id, explains
 * only that rule.
 * With a rule file, simulates its rule on the stored trip, with the shared conditions of the file's folder.
 */
export async function explainTrip(context: Context<NamedTrip & { readonly rule?: string }>): Promise<number> {
  const { terminal, given, isJson, zone } = context;
  const { rule } = given;
  if (rule !== undefined && isFileName(rule)) return explainByFile(context, rule);
  const { api } = context;
  const whole = await api.call('get', TRIP, { params: tripParams(given) });
  const answer = rule === undefined ? whole : onlyRule(whole, rule);
  if (isJson) terminal.json(answer);
  else {
    const [alarms, clock] = [await alarmsBehind(api, answer), await zone()];
    printTrip(terminal, given, { ...answer, alarms, zone: clock });
  }
  return EXIT.ok;
}

/** Returns the part of a trip's answer about one rule. @throws CommandError when the decision did not include the rule */
function onlyRule(answer: TripAnswer, rule: string): TripAnswer {
  const { decision, alerts, deliveries, deletions } = answer;
  const isMeant = (each: { readonly rule?: string }): boolean => each.rule === rule;
  if (decision && !decision.rules.some(isMeant)) {
    const ids = decision.rules.map((each) => each.rule);
    throw new CommandError(
      `The rule ${quoted(rule)}${didYouMean(rule, ids)} was not published when the trip was evaluated. Name a file (${rule}.json) to simulate it on the trip.`,
    );
  }
  return {
    ...answer,
    decision: decision && {
      ...decision,
      rules: decision.rules.filter(isMeant),
      actions: decision.actions.filter(isMeant),
    },
    alerts: alerts.filter(isMeant),
    deliveries: deliveries.filter(isMeant),
    deletions: deletions.filter(isMeant),
  };
}

async function explainByFile(context: Context<NamedTrip>, file: string): Promise<number> {
  const question = await readRuleFile(file);
  const { api, terminal, given, isJson, zone } = context;
  const body = { ...question, trip: tripParams(given) } as BodyOf<'simulations', 'post'>;
  const decision = await api.call('post', 'simulations', { body });
  if (isJson) terminal.json(decision);
  else {
    terminal.line(`Simulation of the rule in ${file}; nothing was sent.`);
    printDecision(terminal, decision, await zone());
  }
  return EXIT.ok;
}

/** Returns the fleet's open alarms for a trip that is not decided, because they may be the reason. */
async function alarmsBehind(api: ApiClient, { state }: TripAnswer): Promise<{ readonly message: string }[]> {
  if (state !== 'waiting' && state !== 'parked') return [];
  return (await api.call('get', 'alarms', { query: { open: 'true' } })).items;
}
