/** The commands about digests: preview a digest, send it now, and show what became of earlier ones. */
import {
  apiCommand,
  argument,
  command,
  flag,
  group,
  required,
  several,
  standard,
  text,
} from '../declaration/index.ts';

const id = argument('<id>');
const dates = {
  period: text('--period <date>', 'the last date of its period; default: the last complete period'),
  compare: text('--compare <date>', 'the last date of the period it is compared with'),
};

export const digests = group('digests', 'periodic reports by e-mail and in Slack', [
  command({
    name: 'preview',
    about: 'preview a digest, by default as text; nothing is sent',
    takes: 'fleet',
    options: {
      id,
      ...dates,
      version: text('--version <version>', 'draft, or a version; default: the published version'),
      out: text('--out <file>', 'write it as an HTML page into this file'),
      open: flag('--open', 'open it as a page in the browser'),
    },
    run: async (context) => (await import('./preview.ts')).previewDigest(context),
  }),
  apiCommand({
    name: 'send',
    about: 'send a digest now',
    method: 'post',
    path: 'digests/{id}/send',
    params: { id },
    body: {
      ...dates,
      why: required(text('--why <text>', 'the reason, for the audit log')),
      to: several('--to <receiver>', 'only to this address or Slack channel; may be repeated'),
    },
    module: () => import('./send.ts'),
  }),
  apiCommand({
    name: 'runs',
    about: 'list the runs of a digest, with recipients and outcomes',
    method: 'get',
    path: 'digests/{id}/runs',
    params: { id },
    query: { limit: standard('5', text('--limit <count>', 'how many at most, up to 200')) },
    module: () => import('./runs.ts'),
  }),
]);
