import { NOT_SUPPORTED_YET, notSupportedYet, pointerTo, receiversOf } from '../documents/index.ts';
import type { IssueList, Rule, RuleAction } from '../documents/index.ts';
import { warnOfEscalation } from './escalate.ts';
import { warnOfNoiseSettings } from './noise.ts';

/** Places of a document that a pointer with `*` stands for. */
function placesOf(document: unknown, pattern: string): readonly string[] {
  let found: { pointer: string; value: unknown }[] = [{ pointer: '', value: document }];
  for (const step of pattern.split('/').slice(1)) {
    found = found.flatMap(({ pointer, value }) => {
      if (typeof value !== 'object' || value === null) return [];
      const keys = step === '*' ? Object.keys(value) : [step];
      return keys
        .filter((key) => Object.hasOwn(value, key))
        .map((key) => ({ pointer: pointerTo(pointer, key), value: (value as Record<string, unknown>)[key] }));
    });
  }
  return found.map(({ pointer }) => pointer);
}

/** Refuses what the design names and is not built yet; works on any document within bounds. */
export function refuseUnsupported(document: unknown, issues: IssueList): void {
  for (const pattern of NOT_SUPPORTED_YET.fields)
    for (const pointer of placesOf(document, pattern))
      issues.error(pointer, notSupportedYet(pattern.split('/').at(-1) ?? pattern));
  const unsupported: readonly unknown[] = NOT_SUPPORTED_YET.actions;
  for (const pointer of placesOf(document, '/actions/*/type')) {
    const index = Number(pointer.split('/')[2]);
    const type = (document as { actions: { type: unknown }[] }).actions[index]?.type;
    if (unsupported.includes(type)) issues.error(pointer, notSupportedYet(`the action ${String(type)}`));
  }
}

/** What a receiver is compared by: a mailbox's domain has no capitals, and hardly any mailbox tells them apart. */
function receiverKey(action: RuleAction, receiver: string): string {
  return `${action.type} ${action.type === 'email' ? receiver.toLowerCase() : receiver}`;
}

/** Refuses a second action of one type to one receiver: they would be one delivery. */
export function refuseDuplicates(actions: readonly RuleAction[], issues: IssueList): void {
  const first = new Map<string, string>();
  actions.forEach((action, index) => {
    receiversOf(action).forEach((receiver, position) => {
      const pointer = action.type === 'email' ? `/actions/${index}/to/${position}` : `/actions/${index}`;
      const key = receiverKey(action, receiver);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, pointer);
      else issues.error(pointer, `the same ${action.type} to the same receiver stands at ${earlier} already`);
    });
  });
}

/** Warns of what is allowed and most likely not meant. */
export function warnOfOversights(rule: Rule, issues: IssueList): void {
  warnOfNoiseSettings(rule, issues);
  warnOfEscalation(rule, issues);
  if (rule.actions.length === 0 && rule.mode === 'live')
    issues.warn('/actions', 'a match would tell nobody: there is no action');
  const excluded = new Set(rule.scope?.exclude_drivers);
  rule.scope?.drivers?.forEach((driver, index) => {
    if (excluded.has(driver))
      issues.warn(`/scope/drivers/${index}`, 'this driver is excluded as well, and stays excluded');
  });
  rule.actions.forEach((action, index) => {
    if (action.type === 'webhook' && action.url.startsWith('http:'))
      issues.warn(`/actions/${index}/url`, 'http:// sends the alert unencrypted; use https://');
  });
}
