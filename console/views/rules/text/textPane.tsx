import { closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import type { TextRange } from '../form/index.ts';
import { jsonc } from './jsonc.ts';
import type { Issue } from '../fields/index.ts';
import classes from './text.module.css';

const THEME = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    padding: '10px 0',
    caretColor: 'var(--mantine-color-text)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  // CodeMirror's usual marks are pictures in styles, which the content security policy refuses.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--critical) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--critical)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
});

/**
 * Replaces a selection with typed text. The browser would also add the selection's style to that text, which
 * the content security policy refuses.
 */
const overSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const isTyped = event.inputType === 'insertText' && typeof event.data === 'string';
    if (!isTyped || event.isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    const typed = view.state.replaceSelection(event.data ?? '');
    view.dispatch(typed, { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** Edits the document's text. Problems are marked at their position. */
export function TextPane(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly issues: readonly (Issue & TextRange)[];
  /**
   * A position to select and scroll to. A new object repeats this, even for the same position. `isQuiet`
   * leaves the focus unchanged.
   */
  readonly goTo: (TextRange & { readonly isQuiet?: true }) | undefined;
}): ReactNode {
  const say = useSay();
  const { text, onChange, issues, goTo } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const start = useRef(text);
  const label = say('ruleEditor.text');
  useEffect(() => {
    const shown = new EditorView({
      parent: parent.current!,
      state: EditorState.create({
        doc: start.current,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          // Tab is not used for indenting, because keyboard users could not leave the field otherwise.
          closeBrackets(),
          indentUnit.of('  '),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          jsonc,
          THEME,
          EditorView.lineWrapping,
          overSelection,
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', tabindex: '0' }),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isTyped = transactions.some(
              (each) =>
                each.isUserEvent('input') ||
                each.isUserEvent('delete') ||
                each.isUserEvent('undo') ||
                each.isUserEvent('redo') ||
                each.isUserEvent('move'),
            );
            if (docChanged && isTyped) changed.current(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = shown;
    return () => {
      start.current = shown.state.doc.toString();
      shown.destroy();
      view.current = null;
    };
  }, [label]);
  useEffect(() => {
    const shown = view.current;
    if (!shown) return;
    const change = changeTo(shown.state.doc.toString(), text);
    if (change) shown.dispatch({ changes: change });
  }, [text, label]);
  useEffect(() => {
    const shown = view.current;
    if (!shown) return;
    const { length } = shown.state.doc;
    const marks = issues.map(({ kind, message, from, to }) => ({
      severity: kind,
      message,
      from: Math.min(from, length),
      to: Math.min(to, length),
    }));
    shown.dispatch(setDiagnostics(shown.state, marks));
  }, [issues, text, label]);
  useEffect(() => {
    const shown = view.current;
    if (!shown || !goTo) return;
    const { length } = shown.state.doc;
    const selection = { anchor: Math.min(goTo.from, length), head: Math.min(goTo.to, length) };
    shown.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
    if (goTo.isQuiet !== true) shown.focus();
  }, [goTo]);
  return <div ref={parent} className={classes['text']} />;
}

/**
 * Returns the one change that turns a text into another. Equal parts at both ends stay, so that a cursor in
 * them stays, too.
 */
function changeTo(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
