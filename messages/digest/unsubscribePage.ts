import { markup } from '../html.ts';
import type { HtmlValue } from '../html.ts';
import { page } from '../page.ts';
import { oneLine } from '../plainText.ts';

/** Everything that the page behind a digest's last link shows. Every text is plain and unescaped. */
export interface UnsubscribePageInput {
  readonly fleet: string;
  readonly digest: { readonly id: string; readonly name: string };
  readonly address: string;
  /** Whether this address gets it no more. */
  readonly isUnsubscribed: boolean;
  /** Something was pressed just now. */
  readonly isAnswer: boolean;
  readonly language: 'en' | 'de';
  /** Of this answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

const LONGEST_NAME = 200;

const WORDS = {
  en: {
    title: 'Unsubscribe',
    on: ['', ' gets this digest.'],
    off: ['', ' does not get this digest any more.'],
    done: 'Done. What was waiting to be sent is not sent.',
    again: 'Done. The next one comes when it is due.',
    leave: 'Unsubscribe',
    stay: 'Subscribe again',
    note: 'It is about this digest and this address alone; alerts are not touched.',
  },
  de: {
    title: 'Abbestellen',
    on: ['', ' erhält diesen Bericht.'],
    off: ['', ' erhält diesen Bericht nicht mehr.'],
    done: 'Erledigt. Was noch zu senden war, wird nicht gesendet.',
    again: 'Erledigt. Der nächste kommt, wenn er fällig ist.',
    leave: 'Abbestellen',
    stay: 'Wieder bestellen',
    note: 'Das gilt für diesen Bericht und diese Adresse allein; Alarme bleiben, wie sie sind.',
  },
} as const;

/** The page on which a reader ends a digest, or takes it up again. Opening it changes nothing: only its button does. */
export function unsubscribePage(input: UnsubscribePageInput): string {
  const words = WORDS[input.language];
  const { isUnsubscribed, isAnswer } = input;
  const [before, after] = isUnsubscribed ? words.off : words.on;
  const result: HtmlValue =
    isAnswer &&
    markup`<p class="result good" role="status"><span aria-hidden="true">✓</span> ${isUnsubscribed ? words.done : words.again}</p>`;
  const button = isUnsubscribed
    ? markup`<button name="choice" value="subscribe">${words.stay}</button>`
    : markup`<button name="choice" value="unsubscribe">${words.leave}</button>`;
  const body = markup`<div class="card leaving" lang="${input.language}">${result}
<h1><bdi>${oneLine(input.digest.name, LONGEST_NAME)}</bdi></h1>
<p>${before}<strong><bdi>${oneLine(input.address, 254)}</bdi></strong>${after}</p>
<form method="post">${button}</form>
<p class="muted small">${words.note}</p></div>`;
  return page({
    title: `${words.title}: ${oneLine(input.digest.name, 80)}`,
    aside: oneLine(input.fleet, LONGEST_NAME),
    ...{ body, css: CSS, nonce: input.nonce },
  });
}

const CSS = `.leaving{max-width:640px;margin:24px auto 0;padding:28px 32px}.leaving p{margin-top:10px}.leaving form{margin:20px 0}
.leaving button{font:inherit;padding:10px 18px;border:1px solid currentColor;border-radius:8px;background:none;color:inherit;cursor:pointer}`;
