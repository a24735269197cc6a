import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { client, problemOf, send, useFleet, useSpeaker } from '../../../api/index.ts';
import { useLanguage } from '../../../language/index.ts';
import type { StoredRule } from './storedRule.ts';

/** Hashes that identify a saved draft. */
export interface SavedDraft {
  /** Hash of the draft's content, for publishing exactly this draft. */
  readonly draftHash: string;
  /** Hash of the draft's text, for replacing exactly this text. */
  readonly base: string;
}

/** Actions on a rule. Each throws an ApiProblem when it fails. */
export interface RuleEdits {
  /** Fetches the rule as it is stored now. */
  readonly fresh: () => Promise<StoredRule>;
  /**
   * Saves a text, comments included, as the draft.
   * @param replaces the draft or version that the text replaces, from `baseOf`. If anything else is stored by
   * then, nothing is overwritten
   */
  readonly saveDraft: (text: string, replaces: string) => Promise<SavedDraft>;
  readonly publish: (given: {
    readonly why: string;
    readonly draftHash?: string | undefined;
  }) => Promise<void>;
  /**
   * Publishes the published version again with another mode. Refused if the published version is not
   * `version` any more.
   */
  readonly switchMode: (given: {
    readonly mode: 'live' | 'shadow' | 'off';
    readonly version: number;
    readonly why: string;
  }) => Promise<void>;
  readonly rollBack: (given: { readonly version: number; readonly why: string }) => Promise<void>;
  readonly retire: (why: string) => Promise<void>;
  readonly discardDraft: (given: {
    readonly why: string;
    readonly draftHash?: string | undefined;
  }) => Promise<void>;
  /** Publishes the draft as a second rule, which runs in shadow. */
  readonly runCopy: (given: {
    readonly why: string;
    readonly draftHash?: string | undefined;
  }) => Promise<void>;
  /**
   * Runs edits and reports the result.
   * @returns whether all of them succeeded
   */
  readonly attempt: (done: string, run: () => Promise<void>) => Promise<boolean>;
}

/** Returns the actions on one rule. */
export function useRuleEdits(id: string): RuleEdits {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const queries = useQueryClient();
  const params = { path: { fleet, id } };
  const at = '/api/v1/fleets/{fleet}/rules/{id}' as const;
  const hash = (draftHash: string | undefined): { draft_hash?: string } =>
    draftHash === undefined ? {} : { draft_hash: draftHash };
  return {
    fresh: () => send<StoredRule>(client.GET(at, { params })),
    async saveDraft(text, replaces) {
      const saved = await send(
        client.PUT(at, {
          params: { ...params, query: { replaces, language } },
          // The text is sent unchanged, with its comments.
          body: text as never,
          bodySerializer: (body: unknown) => body as string,
          headers: { 'Content-Type': 'application/jsonc' },
        }),
      );
      return { draftHash: saved.draft_hash, base: saved.draft_text_hash };
    },
    async publish({ why, draftHash }) {
      await send(
        client.POST(`${at}/publish`, {
          params: { ...params, query: { language } },
          body: { why, ...by, ...hash(draftHash) },
        }),
      );
    },
    async switchMode(given) {
      await send(client.POST(`${at}/mode`, { params, body: { ...given, ...by } }));
    },
    async rollBack({ version, why }) {
      await send(client.POST(`${at}/rollback`, { params, body: { version, why, ...by } }));
    },
    async retire(why) {
      await send(client.DELETE(at, { params: { ...params, query: { why } } }));
    },
    async discardDraft({ why, draftHash }) {
      const query = { ...by, ...hash(draftHash), ...(why !== '' && { why }) };
      await send(client.DELETE(`${at}/draft`, { params: { ...params, query } }));
    },
    async runCopy({ why, draftHash }) {
      await send(client.POST(`${at}/shadow-copy`, { params, body: { why, ...by, ...hash(draftHash) } }));
    },
    async attempt(done, run) {
      try {
        await run();
        notifications.show({ message: done, color: 'accent' });
        return true;
      } catch (error) {
        const { status, message, errors } = problemOf(error);
        const details = errors.map(({ pointer, message: text }) => `${pointer} ${text}`);
        notifications.show({
          color: 'red',
          title: say(status === 409 ? 'rules.conflict' : 'rules.notDone'),
          message: status === 0 ? say('shell.unreachable') : [message, ...details].join('\n'),
          autoClose: 15_000,
        });
        return false;
      } finally {
        await queries.invalidateQueries({
          predicate: ({ queryKey: [path] }) => typeof path === 'string' && /\/rules|\/rule-names/.test(path),
        });
      }
    },
  };
}
