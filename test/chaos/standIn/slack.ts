import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { JournalReader, openJournal } from '../journal.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { followModes } from './mode.ts';
import type { Mode } from './mode.ts';
import { SlackChannels } from './slackChannels.ts';
import type { SlackEntry } from './slackChannels.ts';

/** Slack's Web API as a separate process: `PORT`, `JOURNAL`, `ATTEMPTS`, `SEED`, and `CHANNELS` as a comma list without `#`. */
const journalPath = process.env['JOURNAL']!;
const journal = openJournal(journalPath);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`slack ${process.env['SEED']}`);
const channels = new SlackChannels(process.env['CHANNELS']!.split(','));
new JournalReader(journalPath).read((entry) => channels.add(entry as SlackEntry));
const root = `http://127.0.0.1:${process.env['PORT']}`;
let uploads = 0;

const methods: Record<string, (form: URLSearchParams) => object> = {
  'auth.test': () => ({ ok: true, team: 'Chaos', team_id: 'T0', user_id: 'U0', bot_id: 'B0' }),
  'chat.postMessage': (form) => {
    const entry = channels.entryOf(form);
    if ('error' in entry) return { ok: false, ...entry };
    journal.write(entry);
    channels.add(entry);
    return { ok: true, channel: entry.channel, ts: entry.ts, message: { text: entry.text } };
  },
  'chat.update': (form) =>
    channels.has(form.get('channel') ?? '', form.get('ts') ?? '')
      ? { ok: true, channel: form.get('channel'), ts: form.get('ts') }
      : { ok: false, error: 'message_not_found' },
  'conversations.list': () => ({
    ok: true,
    channels: channels.list(),
    response_metadata: { next_cursor: '' },
  }),
  'conversations.history': (form) => channels.history(form),
  'conversations.replies': (form) => channels.replies(form),
  'users.info': () => ({ ok: false, error: 'user_not_found' }),
  'files.getUploadURLExternal': () => {
    uploads += 1;
    const file = `F${Date.now()}${uploads}`;
    return { ok: true, upload_url: `${root}/upload/${file}`, file_id: file };
  },
  'files.completeUploadExternal': (form) => ({
    ok: true,
    files: JSON.parse(form.get('files') ?? '[]') as unknown[],
  }),
};

/** Records every post, and lookups that fail, because after those Tripline posts without knowing whether a message exists. */
function note(method: string, form: URLSearchParams, mode: Mode): void {
  const receiver = channels.nameOf(form.get('channel') ?? '');
  const text = JSON.stringify([form.get('text'), form.get('blocks')]);
  if (method === 'chat.postMessage') attempts.note({ receiver, text, fate: fateIn(mode) });
  if (method.startsWith('conversations.') && mode !== 'well')
    attempts.noteFailedLookup(receiver, fateIn(mode));
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = (request.url ?? '').split('?')[0]!;
  if (path.startsWith('/upload/')) return void response.end('OK');
  const mode = moods.next();
  const method = path.replace(/^\/api\//, '');
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  note(method, form, mode);
  if (mode === 'limits') {
    response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
    return void response.end('{"ok":false,"error":"ratelimited"}');
  }
  if (mode === 'broken') return void response.writeHead(503).end('broken');
  const isTaken = mode !== 'hangs' && mode !== 'cuts';
  const answer = isTaken && (methods[method]?.(form) ?? { ok: false, error: 'unknown_method' });
  if (mode === 'hangs' || mode === 'takes_and_hangs') await moods.over();
  if (mode !== 'well') return void request.socket.destroy();
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-oauth-scopes':
      'chat:write,channels:history,channels:read,groups:history,groups:read,files:write,users:read',
  });
  response.end(JSON.stringify(answer));
}

createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
