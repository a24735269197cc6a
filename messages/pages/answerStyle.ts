/** The style of the answer page: every target is as wide as a thumb needs on a phone in the dark. */
export const ANSWER_CSS = `
main{max-width:620px}
h1{margin:8px 0 10px}
.badges{align-items:center}
.status{font-size:17px;margin:0 0 18px}
.lead{font-size:16px;margin:0 0 12px}
.result{border-radius:12px;padding:16px 18px;margin:0 0 20px;font-size:18px;font-weight:650;line-height:1.4}
.result.good{border:1px solid var(--good-edge)}.result.warning{border:1px solid var(--warning-edge)}
.answers{display:grid;gap:12px;margin:0 0 8px}
form{margin:0;display:grid;gap:16px}
button{font:inherit;font-size:19px;font-weight:700;line-height:1.3;width:100%;min-height:64px;padding:12px 18px;border-radius:14px;border:1px solid var(--button);cursor:pointer;text-align:left;-webkit-appearance:none;appearance:none;touch-action:manipulation}
button.primary{background:var(--button);color:var(--buttonInk)}
button.secondary{background:var(--card);color:var(--ink);border-color:var(--neutral-edge)}
button:active{transform:translateY(1px)}
.help{display:block;font-size:14px;font-weight:400;margin-top:2px}
details.resolve{margin:0;padding:0;border-radius:14px}
details.resolve>summary{width:auto;padding:18px;font-size:17px;font-weight:650;color:var(--ink)}
details.resolve>form{padding:0 18px 18px}
fieldset{border:0;margin:0;padding:0;display:grid;gap:8px;min-width:0}
legend{padding:0;margin:0 0 8px;font-weight:650}
.choice{display:flex;gap:12px;align-items:center;min-height:52px;padding:8px 14px;border:1px solid var(--line);border-radius:12px;cursor:pointer;font-size:17px}
.choice:has(input:checked){border-color:var(--link);background:var(--info-ground);color:var(--info-ink)}
.choice:has(input:focus-visible){outline:3px solid var(--link);outline-offset:2px}
.choice input{width:22px;height:22px;margin:0;flex:none;accent-color:var(--link)}
.note{display:grid;gap:6px;font-weight:650}
textarea{font:inherit;font-size:16px;font-weight:400;width:100%;padding:12px;border-radius:12px;border:1px solid var(--neutral-edge);background:var(--quiet);color:var(--ink);resize:vertical}
blockquote{margin:-8px 0 18px;padding:2px 0 2px 14px;border-left:3px solid var(--line);white-space:pre-wrap}
.links{display:flex;flex-wrap:wrap;gap:4px 24px;margin-top:14px}
.links a{padding:8px 0}
.timeline{list-style:none;margin:0;padding:0}
.timeline li{display:grid;gap:0 16px;grid-template-columns:90px 1fr;padding:9px 0;border-top:1px solid var(--line)}
.timeline li:first-child{border-top:0}
.timeline time{padding-top:2px}
h2+.timeline{margin-bottom:24px}
.history{list-style:none;margin:0 0 24px;padding:0}
.history li{padding:9px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.history li:first-child{border-top:0}
@media (max-width:600px){.timeline li{grid-template-columns:1fr}.picture{margin:0 -16px;border-radius:0;border-left:0;border-right:0}}
@media (prefers-reduced-motion:reduce){button:active{transform:none}}
`;
