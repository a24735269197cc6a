import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { client, problemOf, send, useFleet } from '../../../api/index.ts';
import type { ApiProblem } from '../../../api/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { breakageOf, edited, isObject, parsedText, shownText } from '../form/index.ts';
import type { Breakage, JsonObject } from '../form/index.ts';
import { keepDraft, keptDraft } from './kept.ts';

/** The outcome of saving. */
export type Saved =
  | { readonly outcome: 'saved'; readonly id: string }
  /** Another person saved or published a version meanwhile. */
  | { readonly outcome: 'conflict'; readonly problem: ApiProblem }
  | { readonly outcome: 'refused'; readonly problem: ApiProblem };

/** The draft that is being edited. */
export interface Draft {
  readonly text: string;
  /** The document of the text. While the text cannot be parsed, it is the last document that could be parsed. */
  readonly document: JsonObject;
  /** The reason why the text cannot be parsed. */
  readonly breakage: Breakage | undefined;
  /** The draft or version that saving replaces. */
  readonly base: string;
  /** The last saved text. */
  readonly savedText: string;
  /** Whether the text differs from the last saved text. */
  readonly isDirty: boolean;
  /** Whether the draft was saved in this editor. False for a restored draft and for a new one. */
  readonly isSavedHere: boolean;
  /** Whether the text was typed earlier, and not saved then. */
  readonly isRestored: boolean;
  readonly setText: (text: string) => void;
  /** Writes an edited document into the text. Comments stay. */
  readonly setDocument: (document: JsonObject) => void;
  /** Replaces the text by another version. */
  readonly begin: (from: { readonly text: string; readonly base: string }) => void;
  /**
   * Saves the text as the draft.
   * @param base the draft or version to replace; when absent, `base` of this draft
   */
  readonly save: (base?: string) => Promise<Saved>;
}

/**
 * Returns a draft of a rule. Its text is kept in this browser until it is saved.
 * @param rule id of the rule; empty for a new rule
 */
export function useDraft(rule: string, start: { readonly text: string; readonly base: string }): Draft {
  const { id: fleet } = useFleet();
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [first] = useState(() => {
    const kept = keptDraft(fleet, rule);
    // A kept text that equals the stored text is not restored, because there is nothing to save.
    return kept?.text === start.text ? undefined : kept;
  });
  const [text, showText] = useState(first?.text ?? start.text);
  /** The present text, for a save that began before this text was typed. */
  const latest = useRef(text);
  const [base, setBase] = useState(first?.base ?? start.base);
  const [saved, setSaved] = useState(start.text);
  const [isSavedHere, setSavedHere] = useState(false);
  const [isRestored, setRestored] = useState(first !== undefined);
  const [readable, setReadable] = useState<JsonObject>(
    () => readDocument(text) ?? readDocument(start.text) ?? {},
  );
  const keep = (next: string, from: string, savedText: string): void =>
    keepDraft(fleet, rule, next === savedText ? undefined : { text: next, base: from });
  const setText = (next: string): void => {
    showText(next);
    latest.current = next;
    const document = readDocument(next);
    if (document) setReadable(document);
    keep(next, base, saved);
  };
  const begin: Draft['begin'] = (from) => {
    showText(from.text);
    latest.current = from.text;
    setReadable(readDocument(from.text) ?? readable);
    setBase(from.base);
    setSaved(from.text);
    setRestored(false);
    setSavedHere(false);
    keepDraft(fleet, rule, undefined);
  };
  const save: Draft['save'] = async (replaces = base) => {
    const id = rule === '' ? shownText(readable['id']) : rule;
    try {
      const answer = await send(
        client.PUT('/api/v1/fleets/{fleet}/rules/{id}', {
          params: { path: { fleet, id }, query: { replaces, language } },
          // The text is sent unchanged, with its comments.
          body: text as never,
          bodySerializer: (body: unknown) => body as string,
          headers: { 'Content-Type': 'application/jsonc' },
        }),
      );
      // Text typed during the request stays, and is kept for a reload.
      setBase(answer.draft_text_hash);
      setSaved(text);
      setRestored(false);
      setSavedHere(true);
      keepDraft(fleet, rule, undefined);
      if (latest.current !== text)
        keepDraft(fleet, id, { text: latest.current, base: answer.draft_text_hash });
      await queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).includes('/rules'),
      });
      return { outcome: 'saved', id };
    } catch (error) {
      const problem = problemOf(error);
      return { outcome: problem.status === 409 ? 'conflict' : 'refused', problem };
    }
  };
  return {
    text,
    base,
    isSavedHere,
    isRestored,
    setText,
    begin,
    save,
    document: readable,
    breakage: useMemo(() => breakageOf(text), [text]),
    savedText: saved,
    isDirty: text !== saved || rule === '',
    setDocument: (document) => setText(edited(text, document)),
  };
}

function readDocument(text: string): JsonObject | undefined {
  const value = parsedText(text);
  return isObject(value) ? value : undefined;
}
