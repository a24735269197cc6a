// Runs `npm start` in the current folder as a user would, waits until the sandbox shows its first alert, and stops it.
// Ends with 1 and all that was printed when there is none within three minutes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const WITHIN_MS = 180_000;

const child = spawn('npm', ['start'], {
  env: { ...process.env, PORT: '0', NO_COLOR: '1' },
  stdio: ['ignore', 'pipe', 'pipe'],
  // A group of its own: the interrupt reaches npm and Tripline, as Ctrl-C does.
  detached: true,
});
let output = '';
let cookie;
for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
const ended = once(child, 'exit');
let code;
void ended.then(([exitCode]) => (code = exitCode ?? 1));

const started = Date.now();
const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
while (!(await hasAlert())) {
  if (code !== undefined || Date.now() - started > WITHIN_MS) await fail('shows no alert');
  await pause(500);
}
const first = seconds();
process.kill(-child.pid, 'SIGINT');
await Promise.race([ended, pause(60_000)]);
if (!output.includes('Stopped. All data is stored')) await fail('does not stop cleanly');
process.stdout.write(
  `npm start on Node ${process.versions.node}: first alert after ${first}, stopped cleanly\n`,
);
process.exit(0);

async function hasAlert() {
  const link = /http:\/\/\S+\/sign-in\/once\/\S+/.exec(output)?.[0];
  if (!link || !output.includes('Ready')) return false;
  // The printed link signs a browser in once, as a user would.
  cookie ??= (await fetch(link, { redirect: 'manual' })).headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const messages = await fetch(new URL('/api/v1/fleets/default/outbox', link), { headers: { cookie } });
  return messages.ok && /collision/i.test(await messages.text());
}

async function fail(what) {
  process.stderr.write(`npm start ${what} after ${seconds()}:\n${output}\n`);
  if (code === undefined) process.kill(-child.pid, 'SIGKILL');
  process.exit(1);
}
