import { slackChannelId, startSlackStandIn } from '../../support/stand-ins/slack.ts';
import type { SlackStandInMessage } from '../../support/stand-ins/slack.ts';
import { JournalReader, openJournal } from '../journal.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { followModes, httpFaultIn } from './mode.ts';

/**
 * Slack's Web API as a separate process: `PORT`, `TOKEN`, `JOURNAL`, `ATTEMPTS`, `SEED`, and `CHANNELS` as a comma list without `#`.
 * Records every post, and lookups that fail, because after those Tripline posts without knowing whether a message exists.
 */
const journalPath = process.env['JOURNAL']!;
const journal = openJournal(journalPath);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`slack ${process.env['SEED']}`);
const channels = process.env['CHANNELS']!.split(',');
const messages: SlackStandInMessage[] = [];
new JournalReader(journalPath).read((entry) => messages.push(entry as SlackStandInMessage));

/** A channel's name with `#`, by its id or name; `#` alone if it does not exist. */
const receiverOf = (channel: string): string =>
  `#${channels.find((name) => [slackChannelId(name), `#${name}`, name].includes(channel)) ?? ''}`;

const slack = await startSlackStandIn({
  token: process.env['TOKEN']!,
  port: Number(process.env['PORT']),
  channels,
  messages,
  onMessage: (message) => journal.write({ receiver: receiverOf(message.channel), ...message }),
  faultOf(method, form) {
    slack.calls.length = slack.uploads.length = 0;
    const mode = moods.next();
    const receiver = receiverOf(form.get('channel') ?? '');
    const text = JSON.stringify([form.get('text'), form.get('blocks')]);
    if (method === 'chat.postMessage') attempts.note({ receiver, text, fate: fateIn(mode) });
    if (method.startsWith('conversations.') && mode !== 'well')
      attempts.noteFailedLookup(receiver, fateIn(mode));
    return httpFaultIn(mode, moods);
  },
});
process.stdout.write('ready\n');
