import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { withTextField } from '../../../rules/documents/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { lockDocument, publishBeside } from '../../../store/documents/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, optionalBy } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import {
  outcomeOnWire,
  publishedAnswer,
  why,
  editFleet,
  found,
  mayChange,
  mayCount,
} from '../documents/index.ts';
import type { DocumentType } from '../documents/index.ts';

const MODES = ['live', 'shadow', 'off'] as const;
type Mode = (typeof MODES)[number];

/**
 * Returns the route `POST rules/{id}/mode`, which publishes the published version with another mode, in one
 * transaction.
 * A draft is not published, and keeps its author and its text. If the draft had the published mode, it gets
 * the new mode, too, so that publishing it later does not switch the rule back.
 */
export function ruleModeRoute(
  api: RouteMaker,
  { database: { db }, now }: ServerDependencies,
  rules: DocumentType,
): Route {
  return api({
    method: 'post',
    path: '/rules/{id}/mode',
    id: 'switchRuleMode',
    tag: 'Rules',
    role: 'editor',
    summary: 'Switch a rule’s mode: publish the published version with another mode, and nothing else',
    description:
      'A draft is not published. Its mode is switched too, unless it already differed from the published one or the draft would then delete trips. If the rule has the mode already, the answer is the published version.',
    body: {
      schema: z.strictObject({
        mode: z.enum(MODES).meta({ description: 'What the rule does from now on.' }),
        version: z.int().min(1).max(2_147_483_647).meta({
          description:
            'The published version that is to be switched; if it is another one by now, the answer is 409.',
        }),
        why,
        by: optionalBy,
      }),
      example: { mode: 'off', version: 3, why: 'Too many alerts since Monday.' },
    },
    answer: { description: 'The published version.', schema: publishedAnswer },
    problems: {
      409: `Another version is published than the given one, or none; or the fleet has ${LIMITS.documents} published rules already.`,
    },
    async run({ fleetId, params, body, caller }) {
      const { mode, version, ...reasons } = body;
      const edit = { who: caller.name, at: now(), ...given(reasons) };
      return editFleet(db, fleetId, async (tx) => {
        // The document is locked, so that the checked rule is the one that is switched.
        await lockDocument(tx, { fleetId, kind: rules.kind, id: params['id']! });
        const row = await found(tx, rules, { fleetId, id: params['id']! });
        const { id, published, publishedVersion } = row;
        if (!published || publishedVersion === null)
          throw new Problem(409, worded('problems.modeUnpublished', { id }));
        if (modeOf(published) === mode) return { version: publishedVersion };
        if (publishedVersion !== version)
          throw new Problem(
            409,
            worded('problems.modeOtherVersion', { id, version, published: publishedVersion }),
          );
        const next = { ...published, mode };
        await mayChange(tx, rules, { fleetId, id, body: next, role: caller.role, isMeant: true });
        const warnings = await mayCount(tx, rules, { fleetId, id, body: next });
        const draft = draftWithMode(row, mode);
        const outcome = await publishBeside(tx, {
          fleetId,
          kind: rules.kind,
          id,
          ...edit,
          details: { mode },
          published: { body: next, source: sourceWithMode(row.source, mode) },
          draft: draft && deletesTrips(draft.body) ? undefined : draft,
        });
        return outcomeOnWire(rules, outcome, { id, warnings });
      });
    },
  });
}

/**
 * Returns the draft with the new mode, if it had the published version's mode. Otherwise returns undefined,
 * and the draft stays unchanged.
 */
function draftWithMode({ draft, draftSource, published }: StoredDocument, mode: Mode) {
  if (!draft || !published || modeOf(draft) !== modeOf(published)) return undefined;
  return { body: { ...draft, mode }, source: sourceWithMode(draftSource, mode) };
}

/**
 * Returns the draft's text with the new mode. Returns `null` if the text cannot be edited, because the
 * document, and not its text, is evaluated.
 */
function sourceWithMode(source: string | null, mode: Mode): string | null {
  return source === null ? null : (withTextField(source, 'mode', mode) ?? null);
}

function modeOf({ mode }: JsonObject): unknown {
  return mode ?? 'live';
}

/** Returns whether a published rule may delete trips. A rule in shadow deletes nothing. */
export function deletesTrips(rule: JsonObject): boolean {
  const { mode, actions } = rule as { readonly mode?: unknown; readonly actions?: unknown };
  return (
    mode === 'live' &&
    Array.isArray(actions) &&
    actions.some((action: { readonly type?: unknown }) => action.type === 'delete_trip')
  );
}
