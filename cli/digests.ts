import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DigestContent } from '../messages/digest/content.ts';
import { digestPage } from '../messages/digest/digestPage.ts';
import { digestView } from '../messages/digest/digestView.ts';
import { EMAIL_LEVELS } from '../messages/digest/limits.ts';
import { mailText } from '../messages/digest/mailText.ts';
import { ApiProblemError, createApiClient } from './apiClient.ts';
import type { ApiClient } from './apiClient.ts';
import { printDigestRuns } from './digestText.ts';
import type { DigestRunList } from './digestText.ts';
import { CommandError, EXIT } from './exit.ts';
import { openInBrowser } from './openInBrowser.ts';
import { createTerminal } from './terminal.ts';

/** Options that every command about digests takes. */
export interface DigestOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

interface Dates {
  readonly period?: string;
  readonly compare?: string;
}

/** What is looked at, and how it is shown. */
export interface PreviewOptions extends DigestOptions, Dates {
  readonly version?: string;
  readonly out?: string;
  readonly open?: boolean;
}

/** What is sent, to whom and why. */
export interface SendOptions extends DigestOptions, Dates {
  readonly why: string;
  readonly to?: readonly string[];
}

/** A fleet of 100,000 drivers takes minutes, and each call waits most of one. */
const MOST_CALLS = 20;

/** Makes a digest and shows it; nothing is sent. */
export async function previewDigest(id: string, options: PreviewOptions): Promise<number> {
  const { period, compare, version } = options;
  const given = Object.entries({ period, compare, version }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given as [string, string][]).toString();
  const path = `digests/${encodeURIComponent(id)}/preview${query && `?${query}`}`;
  const content = await whenMade(createApiClient(options.fleet ?? 'default'), path);
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(content, undefined, 2));
  else if (options.out === undefined && !options.open)
    terminal.line(mailText(digestView(content, { limits: EMAIL_LEVELS[0] }), undefined));
  if (options.out === undefined && !options.open) return EXIT.ok;
  const file = options.out ?? join(await mkdtemp(join(tmpdir(), 'tripline-digest-')), `${id}.html`);
  await writeFile(file, digestPage(content)).catch((error: Error) => {
    throw new CommandError(`${file} could not be written: ${error.message}`);
  });
  if (options.open) await openInBrowser(file);
  if (!options.json) terminal.line(`Written to ${file}.`);
  return EXIT.ok;
}

/** A large fleet is made longer than one call waits: the same question again is the same digest. */
async function whenMade(api: ApiClient, path: string): Promise<DigestContent> {
  for (let call = 1; ; call += 1) {
    try {
      return await api.call<DigestContent>('GET', path);
    } catch (error) {
      const isLate = error instanceof ApiProblemError && error.status === 504;
      if (!isLate || call === MOST_CALLS) throw error;
      process.stderr.write('It is still being made: waiting.\n');
    }
  }
}

/** Sends a digest now. */
export async function sendDigest(id: string, options: SendOptions): Promise<number> {
  const { why, to, period, compare } = options;
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<{
    readonly id: string;
    readonly period: { readonly from: string; readonly to: string };
  }>('POST', `digests/${encodeURIComponent(id)}/send`, { why, to, period, compare });
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else
    terminal.line(
      `It is being made, for ${answer.period.from} to ${answer.period.to}. What became of it: tripline digests runs ${id}`,
    );
  return EXIT.ok;
}

/** Shows what was sent of a digest; exit code 1 when the newest one did not reach everybody. */
export async function listDigestRuns(
  id: string,
  options: DigestOptions & { readonly limit?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const path = `digests/${encodeURIComponent(id)}/runs?limit=${encodeURIComponent(options.limit ?? '5')}`;
  const list = await api.call<DigestRunList>('GET', path);
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(list, undefined, 2));
  else printDigestRuns(terminal, list);
  const newest = list.items[0];
  const isMissed =
    newest?.state === 'failed' ||
    newest?.receivers.some(
      ({ state, reason }) =>
        state === 'failed' || state === 'unconfirmed' || (state === 'skipped' && reason === 'too_late'),
    );
  return isMissed ? EXIT.problems : EXIT.ok;
}
