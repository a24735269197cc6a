import { markup } from '../format/index.ts';
import { page } from './page.ts';

/** What went wrong, as a page says it. */
export interface ProblemPageInput {
  readonly status: number;
  readonly title: string;
  /** What happened and what to do, in a sentence or two. */
  readonly detail: string;
  /** Of this answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

/** A problem as a page, for whoever came with a browser. */
export function problemPage({ status, title, detail, nonce }: ProblemPageInput): string {
  return page({
    title,
    aside: `Error ${status}`,
    body: markup`<div class="card problem"><h1>${title}</h1><p>${detail}</p></div>`,
    css: '.problem{max-width:640px;margin:24px auto 0;padding:28px 32px}.problem p{margin-top:10px}',
    nonce,
  });
}
