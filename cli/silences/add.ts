import { randomBytes } from 'node:crypto';
import type { Answer, RequestOf } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { confirm, createTerminal, printParagraph } from '../terminal/index.ts';

export { print } from './show.ts';

type Asked = RequestOf<'silences', 'post'>;

/**
 * Adds an id to a silence. Without `--yes`, a person confirms a silence of wide reach, and one of a driver
 * for whom nothing is stored.
 */
export async function prepare(
  { body }: Asked,
  { api, given }: Context<{ readonly id?: string; readonly yes?: boolean }>,
): Promise<Asked> {
  const request = { body: { ...body, id: given.id ?? idFor(body.reason) } };
  if (!given.yes) await confirmReach(api, request);
  return request;
}

/**
 * Requests a confirmation for a silence of the fleet, of a critical rule, or of a driver for whom nothing is
 * stored. Shows the effect first.
 * @throws CommandError (exit code 2) when the silence was not confirmed
 */
async function confirmReach(api: ApiClient, { body: asked }: Asked): Promise<void> {
  const silence = await api.call('post', 'silences', { query: { dry_run: 'true' }, body: asked });
  const { warnings = [], critical_rules: critical = [], would_have_silenced: recent } = silence;
  if (warnings.length === 0) return;
  const terminal = createTerminal(process.stderr);
  for (const { message } of warnings)
    printParagraph(terminal, `warning: ${oneLine(message, 500)}`, { paint: terminal.colors.yellow });
  if (recent) printParagraph(terminal, recentWords(recent));
  const isWholeFleet = !asked.rules && !asked.drivers && !asked.groups;
  const [answer, does] = isWholeFleet
    ? ['silence the fleet', 'silences the whole fleet']
    : critical.length > 0
      ? ['silence critical alerts', 'silences a critical rule']
      : ['yes', 'silences a driver of whom nothing is stored'];
  await confirm({ question: `Create the silence? Type ${answer}`, answer, yes: false, does });
}

/** Returns a sentence such as `In the last 7 days it would have stopped 12 alerts: hard-braking 9, phone-use 3.` */
function recentWords({
  alerts,
  rules,
}: NonNullable<Answer<'silences', 'post'>['would_have_silenced']>): string {
  const count = alerts === 1 ? '1 alert' : `${alerts || 'no'} alerts`;
  const named = rules.map((each) => `${oneLine(each.rule, 200)} ${each.alerts}`).join(', ');
  return `In the last 7 days it would have stopped ${count}${named === '' ? '' : `: ${named}`}.`;
}

/** Creates an id from the reason, with random characters at the end: `brake-training-3f9a`. */
function idFor(reason: string): string {
  const words = reason
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${words || 'silence'}-${randomBytes(2).toString('hex')}`;
}
