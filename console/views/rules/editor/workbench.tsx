import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { Icon, Loaded, Notice, PageHeader } from '../../../layout/index.ts';
import { FleetLink, useFilters } from '../../../navigation/index.ts';
import { IssuesProvider, useCatalogue } from '../fields/index.ts';
import type { TextRange } from '../form/index.ts';
import { StartBacktest } from '../start/index.ts';
import { TextPane } from '../text/index.ts';
import { Conflict } from './conflict.tsx';
import { baseOf, textOf } from '../stored/index.ts';
import type { StoredRule } from '../stored/index.ts';
import { useDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { Form } from './form.tsx';
import { useLint } from './lint.ts';
import type { PlacedIssue } from './lint.ts';
import { Problems, reveal } from './problems.tsx';
import { useSaving } from './saving.ts';
import { useTouched } from './touched.ts';
import classes from './editor.module.css';

/** Edits one draft as form and text, side by side. On a phone, only one of them is shown at a time. */
export function Workbench(props: {
  /** The rule's id; empty for a new rule. */
  readonly rule: string;
  readonly start: { readonly text: string; readonly base: string };
  /** The rule as it is stored now; absent for a new rule. */
  readonly stored?: StoredRule;
  /** Discards the typed text, and offers the starters again. */
  readonly startOver?: () => void;
}): ReactNode {
  const say = useSay();
  const { rule, start, stored, startOver } = props;
  const draft = useDraft(rule, start);
  const linted = useLint(draft, rule);
  const catalogue = useCatalogue();
  const [pane, setPane] = useState<'form' | 'text'>('form');
  const [goTo, setGoTo] = useState<TextRange & { readonly isQuiet?: true }>();
  const form = useRef<HTMLDivElement>(null);
  const [theirs, setTheirs] = useState<StoredRule>();
  const touched = useTouched(rule === '', linted.issues);
  const { save: send, isSaving } = useSaving(rule, draft, setTheirs);
  const save = (base?: string): Promise<void> => {
    touched.showAll();
    return send(base);
  };
  const name = typeof draft.document['name'] === 'string' ? draft.document['name'] : '';
  useHotkeys([['mod+S', () => void (draft.isDirty && !isSaving && save())]], [], true);
  const saving = { onClick: () => void save(), loading: isSaving, disabled: !draft.isDirty };
  // Publishing the draft that was saved here changes the base, but not the text. So both are compared.
  const isBehind =
    stored !== undefined && !isSaving && baseOf(stored) !== draft.base && textOf(stored) !== draft.savedText;
  const [{ at }] = useFilters(['at']);
  const isFormThere = catalogue.data !== undefined;
  useEffect(() => {
    // A link on the rule's page leads to the position of a problem.
    if (at !== undefined && isFormThere) requestAnimationFrame(() => reveal(form.current, at));
  }, [at, isFormThere]);
  const toText = (place: TextRange): void => {
    setPane('text');
    setGoTo({ ...place });
  };
  const toForm = (issue: PlacedIssue): void => {
    setPane('form');
    setGoTo({ from: issue.from, to: issue.to, isQuiet: true });
    // The form is searched in the next frame, because on a phone it has to be drawn first.
    requestAnimationFrame(() => reveal(form.current, issue.pointer));
  };
  return (
    <IssuesProvider issues={touched.shown}>
      <div className={classes['head']}>
        <PageHeader
          title={rule === '' ? say('ruleEditor.newTitle') : say('ruleEditor.title', { name: name || rule })}
          lead={
            <>
              <span role="status">
                <Status draft={draft} rule={rule} />
              </span>
              {stored?.draft !== undefined && !draft.isDirty && <BacktestDraft stored={stored} />}
            </>
          }
          actions={
            <>
              {rule !== '' && <FleetLink to={['rules', rule]}>{say('ruleEditor.toRule')}</FleetLink>}
              {startOver && (
                <Button variant="default" onClick={startOver}>
                  {say('ruleEditor.startOver')}
                </Button>
              )}
              <Button visibleFrom="sm" {...saving}>
                {say('ruleEditor.save')}
              </Button>
            </>
          }
        />
      </div>
      {isBehind && (
        <Notice
          tone="warning"
          role="alert"
          title={say('ruleEditor.behind')}
          actions={
            <Button variant="default" size="xs" onClick={() => setTheirs(stored)}>
              {say('ruleEditor.compare')}
            </Button>
          }
        />
      )}
      {draft.isRestored && !isBehind && (
        <Notice
          tone="info"
          role="alert"
          title={say('ruleEditor.restored')}
          actions={
            <Button
              variant="default"
              size="xs"
              onClick={() => draft.begin(stored ? { text: textOf(stored), base: baseOf(stored) } : start)}
            >
              {say('ruleEditor.discard')}
            </Button>
          }
        />
      )}
      <SegmentedControl
        hiddenFrom="lg"
        fullWidth
        mb="md"
        aria-label={say('ruleEditor.panes')}
        value={pane}
        onChange={(next) => setPane(next === 'text' ? 'text' : 'form')}
        data={[
          { value: 'form', label: say('ruleEditor.form') },
          { value: 'text', label: say('ruleEditor.text') },
        ]}
      />
      <div className={classes['bench']} data-pane={pane}>
        <Stack gap={18} miw={0} className={classes['formPane'] ?? ''} ref={form} onBlur={touched.onBlur}>
          <Loaded query={catalogue}>
            {(known) => <Form draft={draft} catalogue={known} isNew={rule === ''} show={toText} />}
          </Loaded>
        </Stack>
        <div className={classes['textPane']}>
          <section className={classes['card']} aria-label={say('ruleEditor.text')}>
            <TextPane text={draft.text} onChange={draft.setText} issues={linted.issues} goTo={goTo} />
          </section>
          <Problems {...{ linted, toForm, toText }} document={draft.document} />
        </div>
      </div>
      <div className={classes['saveBar']}>
        <Button size="md" {...saving}>
          {say('ruleEditor.save')}
        </Button>
      </div>
      <Conflict
        mine={draft.text}
        theirs={theirs}
        close={() => setTheirs(undefined)}
        keepMine={() => {
          if (theirs) void save(baseOf(theirs));
          setTheirs(undefined);
        }}
        takeTheirs={() => {
          if (theirs) draft.begin({ text: textOf(theirs), base: baseOf(theirs) });
          setTheirs(undefined);
        }}
      />
    </IssuesProvider>
  );
}

/** Shows a button that starts a back-test of the saved draft. */
function BacktestDraft({ stored }: { readonly stored: StoredRule }): ReactNode {
  const say = useSay();
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      {' '}
      <Button
        {...{ variant: 'subtle', size: 'compact-sm', leftSection: <Icon name="chart" size={16} /> }}
        onClick={() => setStarting(true)}
      >
        {say('rules.backtestDraft')}
      </Button>
      <StartBacktest stored={stored} opened={isStarting} close={() => setStarting(false)} />
    </>
  );
}

/** Shows whether the text is saved, and where an unsaved text is kept. */
function Status({ draft, rule }: { readonly draft: Draft; readonly rule: string }): ReactNode {
  const say = useSay();
  if (rule === '') return say('ruleEditor.statusNew');
  if (draft.isDirty) return say('ruleEditor.statusDirty');
  return say(draft.isSavedHere ? 'ruleEditor.saved' : 'ruleEditor.statusSaved');
}
