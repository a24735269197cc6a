import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Browser } from './browser.ts';
import type { Screen, Shot } from './browser.ts';
import { kinds } from './kinds.ts';

const SCREENS: readonly Screen[] = [
  { name: 'phone, light', width: 390, scheme: 'light' },
  { name: 'phone, dark', width: 390, scheme: 'dark' },
  { name: 'desktop, light', width: 1_280, scheme: 'light' },
  { name: 'desktop, dark', width: 1_280, scheme: 'dark' },
];

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
await mkdir(folder, { recursive: true });
const browser = await Browser.start();
const only = process.argv[2];
try {
  for (const kind of kinds) {
    if (only !== undefined && kind.name !== only) continue;
    const shots: Shot[] = [];
    for (const screen of SCREENS)
      shots.push(await browser.draw(kind.html, screen, { mostHigh: 2400, scale: 1 }));
    for (const [at, shot] of shots.entries())
      await writeFile(`/tmp/shots/${kind.name}-${SCREENS[at]!.name.replace(', ', '-')}.png`, shot.png);
    process.stdout.write(
      `${kind.name}: ${Buffer.byteLength(kind.html.replace(/data:image\/png[^"]*/g, ''))} bytes; ${shots.map((s) => `${s.height}px/${s.contentWidth} action ${s.actionEndsAt} ${s.unreadable.length ? JSON.stringify(s.unreadable) : ''}`).join(' | ')}\n`,
    );
  }
} finally {
  await browser.stop();
}
