import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { answerLinks } from '../../messages/format/index.ts';
import type { AnswerLink } from '../../messages/format/index.ts';
import { doneWords, tooLateWords } from '../../messages/incidents/index.ts';
import { LONGEST_FORM_NOTE, answerPage, pagePolicy } from '../../messages/pages/index.ts';
import type { AnswerPageInput } from '../../messages/pages/index.ts';
import { hasIt, identityOf } from '../../rules/escalation/index.ts';
import { getIncident, holderOf } from '../../store/incidents/index.ts';
import type { IncidentEvent } from '../../store/incidents/index.ts';
import { nameOfAddress, publishedRotations, takeAnswer } from '../answers/index.ts';
import type { Said } from '../answers/index.ts';
import { given, storableText } from '../api/http/index.ts';
import { disposition } from '../api/incidents/index.ts';
import type { Problem, Route, ServerDependencies } from '../http/index.ts';
import { answerPageInput } from './answerPageInput.ts';
import { kept, pageProblem } from './pageProblem.ts';
import { formRoute, linkOpener, pageRoute, readForm } from './signedPage.ts';
import type { OpenedLink, PageForm } from './signedPage.ts';
import * as z from 'zod';

/** Fields of the page's forms. Browsers end a note's lines with CR LF, and send an empty note as an empty text. */
const formSchema = z
  .object({
    answer: z.enum(['acknowledge', 'snooze', 'escalate', 'resolve']),
    disposition: disposition.optional(),
    note: storableText(LONGEST_FORM_NOTE * 2)
      .transform((text) => text.replaceAll('\r\n', '\n').trim() || undefined)
      .optional(),
    key: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional(),
  })
  .refine(({ answer, disposition: chosen }) => answer !== 'resolve' || chosen !== undefined);

const FORM: PageForm<typeof formSchema> = {
  schema: formSchema,
  largestBytes: 65_536,
  isRequired: true,
  example: { answer: 'acknowledge' },
  missing: 'The link is damaged or has expired, or the incident is no longer stored.',
  wrong: 'No valid answer was chosen.',
  wrongKey: ({ answer, disposition: chosen }) =>
    answer === 'resolve' && !chosen ? 'pages.noDisposition' : 'pages.noAnswer',
};

/** The content of a link, and the name of the person who follows it. */
interface Visit extends OpenedLink<AnswerLink> {
  readonly name: string;
}

/**
 * Returns the routes of the web page that is linked in e-mails which call a person to an incident. It shows the incident, and its
 * forms answer it.
 */
export function answerPageRoutes(deps: ServerDependencies): Route[] {
  const visit = visiting(deps);
  return [
    pageRoute({
      path: '/a/{signed}',
      id: 'answerPage',
      summary: 'Show the answer page of an incident, linked from e-mails',
      description: 'Opening the page changes nothing, because mail scanners open links.',
      missing: FORM.missing,
      async handle(request, response) {
        await show(deps, response, await visit(request, response));
      },
    }),
    formRoute(FORM, {
      path: '/a/{signed}',
      id: 'answerByPage',
      summary: 'Answer an incident by the form of that page',
      async handle(request, response) {
        const visitor = await kept(deps, visit(request, response), { fleetId: undefined, key: LOST });
        const { fleet, link, name } = visitor;
        const { answer, ...rest } = await readForm(FORM, { request, response }, { deps, fleetId: fleet.id });
        const { key: formKey, ...words } = given(rest);
        const said: Said = {
          kind: answer,
          who: link.receiver,
          by: name,
          via: 'email',
          ...words,
          ...(formKey !== undefined && { key: JSON.stringify(['email', link.receiver, formKey]) }),
        };
        const taken = takeAnswer(deps, { fleetId: fleet.id, id: link.incidentId }, said);
        const outcome = await kept(deps, taken, { fleetId: fleet.id, key: LOST });
        if (outcome.kind === 'missing') throw await notStored(deps, fleet.id);
        await show(deps, response, { ...visitor, taken: outcome.event });
      },
    }),
  ];
}

/**
 * Prepares the handling of links.
 * @returns a function that reads a request's link and looks up the person's name. It throws Problem 404 for an invalid link.
 */
function visiting(deps: ServerDependencies): (request: Request, response: Response) => Promise<Visit> {
  const open = linkOpener(deps, {
    links: answerLinks,
    damaged: 'pages.linkDamaged',
    expired: ({ incidentId }) => ({
      key: 'pages.incidentLinkExpired',
      values: { incident: incidentId },
    }),
  });
  return async (request, response) => {
    const { fleet, link } = await open(request, response);
    const asked = { fleetId: fleet.id, address: link.receiver };
    return { fleet, link, name: await nameOfAddress(deps.database.db, asked) };
  };
}

/** Returns whether the person who follows the link is the incident's assignee. */
async function isWith(
  { database: { db } }: ServerDependencies,
  { fleet, link, name: by }: Visit,
): Promise<boolean> {
  const incident = await getIncident(db, { fleetId: fleet.id, id: link.incidentId });
  if (!incident) return false;
  const [holder, rotations] = await Promise.all([holderOf(db, incident), publishedRotations(db, fleet.id)]);
  const answerer = { via: 'email', who: link.receiver, by } as const;
  return hasIt(incident, { ...answerer, identity: identityOf(answerer, rotations) }, holder);
}

async function show(
  deps: ServerDependencies,
  response: Response,
  visit: Visit & { readonly taken?: Pick<IncidentEvent, 'kind' | 'details'> },
): Promise<void> {
  const { link, name, taken } = visit;
  const [input, mine] = await Promise.all([answerPageInput(deps, visit), isWith(deps, visit)]);
  if (!input) throw await notStored(deps, visit.fleet.id);
  const nonce = randomBytes(16).toString('base64');
  const html = answerPage({
    ...input,
    answerer: { name, address: link.receiver, hasIt: mine },
    formKey: randomBytes(12).toString('hex'),
    nonce,
    ...(taken && { result: resultOf(taken, input) }),
  });
  response.set('content-security-policy', pagePolicy(nonce, { forms: true }));
  response.type('text/html').send(html);
}

/** Returns the result of an answer, in the fleet's language. */
function resultOf(
  { kind, details }: Pick<IncidentEvent, 'kind' | 'details'>,
  { now, fleet: { language } }: Pick<AnswerPageInput, 'now' | 'fleet'>,
): NonNullable<AnswerPageInput['result']> {
  return kind === 'late_answer'
    ? { counts: false, words: tooLateWords(details, now, language) }
    : { counts: true, words: doneWords(kind, details, language) };
}

function notStored(deps: ServerDependencies, fleetId: string): Promise<Problem> {
  return pageProblem(deps, { fleetId, status: 404, key: 'pages.incidentGone' });
}

/** Text of the error if an answer could not be stored. Without it, the person would believe that the answer was accepted. */
const LOST = 'pages.answerLost';
