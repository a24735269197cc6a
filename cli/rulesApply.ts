import { isDeepStrictEqual } from 'node:util';
import Table from 'cli-table3';
import { parseRule } from '../rules/schema.ts';
import { createApiClient } from './apiClient.ts';
import type { ApiClient } from './apiClient.ts';
import { CommandError, EXIT } from './exit.ts';
import { findRuleFiles } from './ruleFiles.ts';
import { lintFile } from './rulesLint.ts';
import { createTerminal } from './terminal.ts';

interface StoredRule {
  readonly id: string;
  /** Absent: none counts. */
  readonly version?: number;
  readonly rule?: unknown;
}

/** What is to happen to one rule. */
interface Change {
  readonly id: string;
  readonly change: 'new' | 'changed' | 'same' | 'removed' | 'kept (no file)';
  readonly version?: number;
}

/** Options of `rules apply`. */
export interface ApplyOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly why?: string;
}

/** Publishes the rules of a folder that differ from what counts. Nothing is touched while one file has an error. */
export async function applyRules(folder: string, options: ApplyOptions): Promise<number> {
  const files = await findRuleFiles([folder]);
  const broken = files.flatMap((file) => lintFile(file)).filter((each) => each.level === 'error');
  if (broken.length > 0)
    throw new CommandError(
      `${broken.length} mistakes in ${folder}, so nothing was applied:\n${broken.map((each) => `  ${each.file}:${each.line} ${each.pointer}: ${each.message}`).join('\n')}`,
      EXIT.problems,
    );
  const api = createApiClient(options.fleet ?? 'default');
  const stored = await storedRules(api);
  const wanted = new Map(
    files.map((file) => JSON.parse(file.text) as { id: string }).map((rule) => [rule.id, rule]),
  );
  const changes: Change[] = [];
  for (const [id, rule] of wanted)
    changes.push(await applyOne(api, { id, rule, stored: stored.get(id) }, options));
  for (const [id, rule] of stored)
    if (!wanted.has(id) && rule.version !== undefined) changes.push(await removeOne(api, id, options));
  report(changes, options);
  return EXIT.ok;
}

async function storedRules(api: ApiClient): Promise<Map<string, StoredRule>> {
  const found = new Map<string, StoredRule>();
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: { items: StoredRule[]; next_cursor?: string } = await api.call(
      'GET',
      `rules?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    for (const rule of page.items) found.set(rule.id, rule);
    cursor = page.next_cursor;
  }
  return found;
}

async function applyOne(
  api: ApiClient,
  one: { readonly id: string; readonly rule: object; readonly stored: StoredRule | undefined },
  options: ApplyOptions,
): Promise<Change> {
  const { id, rule, stored } = one;
  if (stored?.version !== undefined && isDeepStrictEqual(withDefaults(stored.rule), withDefaults(rule)))
    return { id, change: 'same', version: stored.version };
  const change = stored?.version === undefined ? 'new' : 'changed';
  if (options.dryRun) return { id, change };
  await api.call('PUT', `rules/${id}`, rule);
  const { version } = await api.call<{ version: number }>(
    'POST',
    `rules/${id}/publish`,
    options.why ? { why: options.why } : {},
  );
  return { id, change, version };
}

/** A rule as it is stored: what a file leaves out does not count as a difference. */
function withDefaults(rule: unknown): unknown {
  const parsed = parseRule(rule);
  return JSON.parse(JSON.stringify(parsed.ok ? parsed.document : rule));
}

async function removeOne(api: ApiClient, id: string, options: ApplyOptions): Promise<Change> {
  if (!options.prune) return { id, change: 'kept (no file)' };
  if (!options.dryRun)
    await api.call('DELETE', `rules/${id}`, options.why ? { why: options.why } : undefined);
  return { id, change: 'removed' };
}

function report(changes: readonly Change[], options: ApplyOptions): void {
  const terminal = createTerminal();
  if (options.json) return terminal.line(JSON.stringify({ applied: !options.dryRun, changes }, undefined, 2));
  const table = new Table({ head: ['rule', 'change', 'version'], style: { head: [], border: [] } });
  for (const { id, change, version } of changes)
    table.push([id, change, version === undefined ? '' : String(version)]);
  terminal.line(table.toString());
  const count = changes.filter((each) => each.change !== 'same' && each.change !== 'kept (no file)').length;
  terminal.line(options.dryRun ? `${count} would change; nothing was applied.` : `${count} changed.`);
}
