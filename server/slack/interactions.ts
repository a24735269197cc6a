import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { FleetConfig } from '../../config.ts';
import { deletionStart } from '../../store/db/index.ts';
import { nameOfPresser, recordVerdict, takeAnswer } from '../answers/index.ts';
import type { Said } from '../answers/index.ts';
import { nameOf as nameOfError } from '../background/index.ts';
import { Problem, asProblem, createBodyRoom, notNow, readBody } from '../http/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { isCertificateCheck, readPresses } from './press.ts';
import type { SlackPress } from './press.ts';
import { isSignedBySlack } from './signature.ts';
import * as z from 'zod';

/**
 * Maximum size in bytes of a request from Slack. With a button press, Slack sends the whole message, which is far smaller than
 * this.
 */
export const LARGEST_INTERACTION_BYTES = 262_144;
/** Memory limit that all senders share. Anyone may begin to send, and the sender is known only after the last byte. */
export const INTERACTION_ROOM = createBodyRoom(33_554_432);
/** Milliseconds within which a press must be stored. Slack waits three seconds for the response, and then shows an error. */
const ANSWER_WITHIN_MS = 2_500;

/** Returns `POST /slack/interactions`, which receives presses of buttons in messages. */
export function slackRoutes(deps: ServerDependencies): Route[] {
  return [
    {
      method: 'post',
      path: '/slack/interactions',
      id: 'slackInteraction',
      tag: 'Slack',
      summary: 'Receive a button press from Slack',
      description:
        'Signed by Slack with the app’s signing secret, over the raw bytes, at most five minutes ago. Answered once it is stored; a repeated press changes nothing. Who may see the message may press: the channel’s members approve deletions too.',
      security: 'slack',
      body: {
        required: true,
        type: 'application/x-www-form-urlencoded',
        schema: z.object({ payload: z.string().meta({ description: 'JSON, as Slack sends it.' }) }),
      },
      answers: {
        200: {
          description: 'It is stored, or needs no storing, like Slack’s `ssl_check`. The body is empty.',
          type: 'text/plain',
        },
        400: { description: 'Signed, but not an interaction.' },
        401: { description: 'The signature is missing, invalid or too old; one answer for all.' },
        408: { description: 'It arrived too slowly.' },
        413: { description: `Larger than ${LARGEST_INTERACTION_BYTES} bytes.` },
        503: { description: 'It could not be stored: press again.' },
      },
      async handle(request, response) {
        const { fleets, presses } = await admitted(deps, request, response);
        for (const press of presses)
          await inTime(answerPress(deps, fleets, press), deps.answerWithinMs ?? ANSWER_WITHIN_MS);
        response.status(200).set('cache-control', 'no-store').end();
      },
    },
  ];
}

/**
 * Returns the fleets whose Slack app signed the request, and the request's presses.
 * @throws Problem 401 without details of what is wrong
 */
async function admitted(
  { config, now }: ServerDependencies,
  request: Request,
  response: Response,
): Promise<{ readonly fleets: readonly FleetConfig[]; readonly presses: readonly SlackPress[] }> {
  const body = await readBody(request, response, {
    bytes: LARGEST_INTERACTION_BYTES,
    room: INTERACTION_ROOM,
  });
  if (body.kind === 'dropped') throw new Problem(408, 'It arrived too slowly.');
  if (body.kind === 'aborted') throw new Problem(400, 'The body did not arrive.');
  if (body.kind === 'too_large')
    throw new Problem(413, `The body is larger than ${LARGEST_INTERACTION_BYTES} bytes.`);
  const { bytes } = body;
  // Slack may send this check without a signature. It only needs a response.
  if (isCertificateCheck(bytes)) return { fleets: [], presses: [] };
  const signed = {
    timestamp: request.get('x-slack-request-timestamp'),
    signature: request.get('x-slack-signature'),
    bytes,
  };
  const seconds = Math.floor(now().getTime() / 1000);
  const signers = config.fleets.filter(
    ({ slack }) =>
      slack?.signingSecret !== undefined && isSignedBySlack(slack.signingSecret, signed, seconds),
  );
  if (signers.length === 0) throw notSigned();
  const read = readPresses(bytes);
  if (!read) throw new Problem(400, 'This is not a Slack interaction.');
  const fleets = signers.filter(({ slack }) => slack?.teamId === undefined || slack.teamId === read.teamId);
  if (fleets.length === 0) throw notSigned();
  response.locals['fleet'] = fleets.map(({ id }) => id).join(' ');
  response.locals['verdict'] = read.presses.map(({ actionId }) => actionId.slice(0, 40)).join(' ');
  return { fleets, presses: read.presses };
}

function notSigned(): Problem {
  return new Problem(401, 'The request’s signature is missing, invalid or too old.');
}

/**
 * Rejects with Problem 503 if the work takes too long. Slack then shows an error, so that the person presses again. Slack shows
 * an error for any status but 2xx, and ignores a text in a 200 response to a button press.
 */
async function inTime(work: Promise<void>, withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(notNow('It could not be stored in time: press again.')), withinMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

type Answering = (
  deps: ServerDependencies,
  fleetId: string,
  press: SlackPress,
) => Promise<'done' | 'missing'>;

/** Handlers by action id of our buttons. Presses of other buttons are ignored. */
const ACTIONS: ReadonlyMap<string, Answering> = new Map([
  ['incident_acknowledge', answerWith(() => ({ kind: 'acknowledge' }))],
  ['incident_snooze', answerWith(() => ({ kind: 'snooze' }))],
  ['incident_escalate', answerWith(() => ({ kind: 'escalate' }))],
  ['incident_resolve', answerWith(resolution)],
  ['deletion_approve', verdictWith('approved')],
  ['deletion_reject', verdictWith('rejected')],
]);

async function answerPress(
  deps: ServerDependencies,
  fleets: readonly FleetConfig[],
  press: SlackPress,
): Promise<void> {
  const answer = ACTIONS.get(press.actionId);
  if (!answer) return;
  for (const { id } of fleets) if ((await answer(deps, id, press)) === 'done') return;
  deps.log.warn({ action: press.actionId }, 'a button was pressed for an item that does not exist');
}

function answerWith(words: (word: string) => Pick<Said, 'kind' | 'disposition'>): Answering {
  return async (deps, fleetId, press) => {
    const [id = '', word = ''] = press.value.split(' ');
    const by = await nameOf(deps, fleetId, press);
    const { key, origin } = press;
    const said: Said = { ...words(word), who: `slack:${press.userId}`, by, via: 'slack', key, origin };
    const { kind } = await takeAnswer(deps, { fleetId, id }, said);
    return kind === 'missing' ? 'missing' : 'done';
  };
}

/**
 * Returns the answer for a resolve button's value. A menu option's value is `ID DISPOSITION`; a plain button's value is only the
 * id.
 */
function resolution(word: string): Pick<Said, 'kind' | 'disposition'> {
  switch (word) {
    case 'confirmed':
    case 'false_alarm':
    case 'not_driver':
      return { kind: 'resolve', disposition: word };
    default:
      return { kind: 'resolve', disposition: 'other' };
  }
}

/**
 * Returns a handler that records a decision about a deletion. Anyone in the channel with the approval request may decide, because
 * the team chose its members. The person who decided is stored.
 */
function verdictWith(decision: 'approved' | 'rejected'): Answering {
  return async (deps, fleetId, press) => {
    const by = await nameOf(deps, fleetId, press);
    const who = `slack:${press.userId}`;
    try {
      const word = { fleetId, id: press.value, decision, who, by };
      const { deletion, isFirst } = await recordVerdict(deps, word);
      deps.requests.dispatchSoon(deletionStart(deletion));
      // If the person who decided presses again, or Slack repeats the request, only the message is updated.
      if (!isFirst) await replyLate(deps, { fleetId, press, isAnswered: deletion.decidedWho !== who });
    } catch (error) {
      const { status } = asProblem(error);
      if (status === 404) return 'missing';
      if (status !== 409) throw error;
      await replyLate(deps, { fleetId, press, isAnswered: true });
    }
    return 'done';
  };
}

/** Logs a failure of work that continues after the response to Slack. */
function behind({ log }: ServerDependencies, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    log.warn({ error: nameOfError(error) }, 'the action of a button press could not be started at once');
  });
}

/**
 * Maximum milliseconds to wait for Temporal to start the reply to a late press. Afterwards, the start continues in the
 * background.
 */
const REPLY_WITHIN_MS = 1_000;

/**
 * Requests an update of the approval request's message. If the deletion was decided by another person, also reports its state to
 * the person who pressed.
 */
async function replyLate(
  deps: ServerDependencies,
  it: { readonly fleetId: string; readonly press: SlackPress; readonly isAnswered: boolean },
): Promise<void> {
  const { userId, value, key, origin } = it.press;
  const place = it.isAnswered && origin.channel !== undefined && { userId, channelId: origin.channel };
  const pressedAt = deps.now().toISOString();
  const input = { fleet: it.fleetId, deletionId: value, pressedAt, ...place };
  const replying = deps.workflows.replyToLatePress(input, key);
  behind(deps, replying);
  await Promise.race([replying, pause(REPLY_WITHIN_MS, undefined, { ref: false })]);
}

function nameOf(
  { database: { db } }: ServerDependencies,
  fleetId: string,
  press: SlackPress,
): Promise<string> {
  return nameOfPresser(db, { fleetId, userId: press.userId, calledThere: press.userName });
}
