import { DARK, FONT, LIGHT } from '../format/index.ts';
import type { Scheme } from '../format/index.ts';

function variables({ tones, ...colors }: Scheme): string {
  const plain = Object.entries(colors).map(([name, value]) => `--${name}:${value};`);
  const toned = Object.entries(tones).map(
    ([tone, { ink, ground, edge }]) =>
      `--${tone}-ink:${ink};--${tone}-ground:${ground};--${tone}-edge:${edge};`,
  );
  return [...plain, ...toned].join('');
}

const TONE_CLASSES = Object.keys(LIGHT.tones)
  .map(
    (tone) =>
      `.${tone}{color:var(--${tone}-ink);background:var(--${tone}-ground)}.edge-${tone}{border-left-color:var(--${tone}-edge)}`,
  )
  .join('\n');

/** The style of all pages; light and dark by the reader's setting, one column on a phone. */
export const PAGE_CSS = `
:root{color-scheme:light dark;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 ${FONT};overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:2px}
h1{font-size:26px;line-height:1.25;margin:0;letter-spacing:-.01em}
h2{font-size:17px;line-height:1.35;margin:36px 0 12px}
h3{font-size:16px;line-height:1.35;margin:0}
p{margin:0}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
img{max-width:100%;height:auto;display:block}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
.bar{border-bottom:1px solid var(--line);background:var(--card)}
.bar>div,main{max-width:880px;margin:0 auto;padding:14px 24px}
.bar>div{display:flex;gap:16px;align-items:baseline;justify-content:space-between}
.brand{font-weight:700;letter-spacing:.01em;color:var(--ink);text-decoration:none}
main{padding-top:32px;padding-bottom:64px}
.muted{color:var(--muted)}
.small{font-size:13px}
.nowrap{white-space:nowrap}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px;margin:0 0 12px}
.edge{border-left-width:5px}
.spread{display:flex;gap:12px;align-items:flex-start;justify-content:space-between;flex-wrap:wrap}
.badge{display:inline-block;padding:2px 10px;border-radius:999px;font-size:13px;line-height:20px;font-weight:650;white-space:nowrap}
.badges{display:flex;gap:6px;flex-wrap:wrap}
.measures{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:16px 24px;margin:0}
.measures div{min-width:0}
.measures .wide{grid-column:1/-1}
dt{color:var(--muted);font-size:13px}
dd{margin:0;font-weight:600}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;vertical-align:top;padding:10px 12px 10px 0;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--muted);font-size:13px;font-weight:500;padding-top:0}
.notice{border-radius:8px;padding:10px 14px;margin:0 0 12px}
.empty{color:var(--muted);padding:6px 0}
.lead{margin:8px 0 20px;max-width:640px}
.sentence{margin-top:10px}
details{margin-top:12px}
summary{cursor:pointer;color:var(--link);width:fit-content}
pre{margin:10px 0 0;padding:14px;border-radius:8px;background:var(--quiet);white-space:pre-wrap;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
.picture{border:1px solid var(--line);border-radius:12px;overflow:hidden;background:#fff}
${TONE_CLASSES}
@media (max-width:600px){.bar>div,main{padding-left:16px;padding-right:16px}main{padding-top:20px}h1{font-size:22px}.card{padding:16px}
table.stack thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}table.stack tr{display:block;padding:10px 0;border-top:1px solid var(--line)}table.stack tr:first-child{border:0;padding-top:0}table.stack td{display:block;border:0;padding:1px 0}}
@media print{.bar{display:none}.card{break-inside:avoid}}
`;
