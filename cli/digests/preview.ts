import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestOf } from '../../api/index.ts';
import { EMAIL_LEVELS, digestPage, digestView, mailText } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import { ApiProblemError } from '../calls/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, openInBrowser } from '../terminal/index.ts';

interface Given {
  readonly id: string;
  readonly period?: string;
  readonly compare?: string;
  readonly version?: string;
  readonly out?: string;
  readonly open?: boolean;
}

/**
 * Maximum number of calls for one preview. The digest of a fleet of 100,000 drivers takes minutes, and each
 * call waits for one minute at most.
 */
const MOST_CALLS = 20;

/** Creates a digest and shows it without sending anything. */
export async function previewDigest({ api, terminal, given, isJson }: Context<Given>): Promise<number> {
  const { id, period, compare, version, out, open } = given;
  const content = await whenMade(api, { params: { id }, query: { period, compare, version } });
  if (isJson) terminal.json(content);
  else if (out === undefined && !open)
    terminal.line(mailText(digestView(content, { limits: EMAIL_LEVELS[0] })));
  if (out === undefined && !open) return EXIT.ok;
  const file = out ?? join(await mkdtemp(join(tmpdir(), 'tripline-digest-')), `${id}.html`);
  await writeFile(file, digestPage(content)).catch((error: Error) => {
    throw new CommandError(`${file} could not be written: ${error.message}`);
  });
  if (open) await openInBrowser(file);
  if (!isJson) terminal.line(`Written to ${file}.`);
  return EXIT.ok;
}

/** Repeats the call until a large fleet's digest is ready. The same request returns the same digest. */
async function whenMade(
  api: ApiClient,
  request: RequestOf<'digests/{id}/preview', 'get'>,
): Promise<DigestContent> {
  for (let call = 1; ; call += 1) {
    try {
      // HTML is for browsers: a client that accepts JSON receives the content.
      return (await api.call('get', 'digests/{id}/preview', request)) as DigestContent;
    } catch (error) {
      const isLate = error instanceof ApiProblemError && error.status === 504;
      if (!isLate || call === MOST_CALLS) throw error;
      process.stderr.write('The digest is still being made: waiting.\n');
    }
  }
}
