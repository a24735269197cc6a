import { LONGEST_NAME, markup, oneLine } from '../format/index.ts';
import { page } from './page.ts';

/** The content of the page on which a person lets the command line act in their name. Every text is plain and unescaped. */
export interface CommandLinePageInput {
  /** The name of the signed-in person. */
  readonly person: string;
  /** The name that the machine gives itself. */
  readonly machine: string;
  readonly fleets: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  /** Days for which the token is valid at most. */
  readonly days: number;
  /** Form fields that are submitted unchanged. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The nonce of the answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

const CSS = `
.ask{max-width:640px;margin:24px auto 0;padding:28px 32px}
.ask p{margin-top:10px}
.ask label{display:block;margin-top:18px;color:var(--muted);font-size:13px}
.ask select{width:100%;margin-top:4px;padding:10px;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:8px}
.ask .buttons{display:flex;gap:12px;flex-wrap:wrap;margin-top:24px}
.ask button{min-height:44px;padding:10px 20px;font:inherit;font-weight:650;border-radius:8px;border:1px solid var(--line);background:var(--card);color:var(--ink);cursor:pointer}
.ask button.primary{background:var(--link);border-color:var(--link);color:var(--card)}`;

/** Renders the page that `tripline login` opens. Only its form makes a token. */
export function commandLinePage(input: CommandLinePageInput): string {
  const { person, machine, fleets, days, hidden, nonce } = input;
  const name = oneLine(person, LONGEST_NAME);
  return page({
    title: 'Sign in the command line',
    aside: name,
    body: markup`<form class="card ask" method="post" action="/cli-login">
<h1>Sign in the command line?</h1>
<p>The command line on <strong>${oneLine(machine, LONGEST_NAME)}</strong> asks to act as <strong>${name}</strong>. It gets a personal token for one fleet that may do what you may do, for ${days} days at most.</p>
<p>Allow this only if you ran <code>tripline login</code> just now.</p>
<label for="fleet">Fleet</label>
<select id="fleet" name="fleet">${fleets.map(({ id, name: called, role }) => markup`<option value="${id}">${oneLine(called, LONGEST_NAME)} (${role})</option>`)}</select>
${Object.entries(hidden).map(([field, value]) => markup`<input type="hidden" name="${field}" value="${value}">`)}
<div class="buttons"><button class="primary" name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></div>
</form>`,
    css: CSS,
    nonce,
    referrer: 'same-origin',
  });
}
