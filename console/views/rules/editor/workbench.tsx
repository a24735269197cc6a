import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { problemOf, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Failed, Icon, Loaded, PageHeader, Section } from '../../../layout/index.ts';
import { FleetLink, useOpen } from '../../../navigation/index.ts';
import { Actions } from '../actions/index.ts';
import { Conditions } from '../conditions/index.ts';
import { IssuesProvider, useCatalogue, useChoices } from '../fields/index.ts';
import type { Catalogue, Place } from '../form/index.ts';
import { documentOf, formOf, withRuleField } from '../form/index.ts';
import { TextPane } from '../text/index.ts';
import { Basics, Limits, Scope, Trigger } from './basics.tsx';
import { Conflict } from './conflict.tsx';
import { baseOf, storedQuery, textOf, useDraft } from './draft.ts';
import type { Draft, Stored } from './draft.ts';
import { useLint } from './lint.ts';
import type { Linted, PlacedIssue } from './lint.ts';
import { Notice } from './notice.tsx';
import { TryOut } from './tryOut.tsx';
import classes from './editor.module.css';

/** Form and text of one draft, side by side; on a phone one of them at a time. */
export function Workbench(props: {
  /** Empty: a new rule. */
  readonly rule: string;
  readonly start: { readonly text: string; readonly base: string };
  /** What is stored now, as far as it is known. */
  readonly stored?: Stored;
  /** Forgets what is typed and chooses again what to begin with. */
  readonly startOver?: () => void;
}): ReactNode {
  const say = useSay();
  const { rule, start, stored, startOver } = props;
  const draft = useDraft(rule, start);
  const linted = useLint(draft, rule);
  const catalogue = useCatalogue();
  const [pane, setPane] = useState<'form' | 'text'>('form');
  const [goTo, setGoTo] = useState<Place>();
  const [theirs, setTheirs] = useState<Stored>();
  const { save, isSaving } = useSaving(rule, draft, setTheirs);
  const name = typeof draft.document['name'] === 'string' ? draft.document['name'] : '';
  useHotkeys([['mod+S', () => void (draft.isDirty && !isSaving && save())]], [], true);
  const saving = { onClick: () => void save(), loading: isSaving, disabled: !draft.isDirty };
  // Publishing what was saved here makes another base of the same text.
  const isBehind =
    stored !== undefined && !isSaving && baseOf(stored) !== draft.base && textOf(stored) !== draft.savedText;
  const show = (place: Place): void => {
    setPane('text');
    setGoTo({ ...place });
  };
  return (
    <IssuesProvider issues={linted.issues}>
      <div className={classes['head']}>
        <PageHeader
          title={rule === '' ? say('ruleEditor.newTitle') : say('ruleEditor.title', { name: name || rule })}
          lead={
            <span role="status">
              <Status draft={draft} rule={rule} />
            </span>
          }
          actions={
            <>
              {rule !== '' && (
                <FleetLink to={['rules', rule]} className={classes['link']}>
                  {say('ruleEditor.toRule')}
                </FleetLink>
              )}
              {startOver && (
                <Button variant="default" onClick={startOver}>
                  {say('ruleEditor.startOver')}
                </Button>
              )}
              <Button className={classes['headSave'] ?? ''} {...saving}>
                {say('ruleEditor.save')}
              </Button>
            </>
          }
        />
      </div>
      {isBehind && (
        <Notice tone="warning" title={say('ruleEditor.behind')}>
          <Button variant="default" size="xs" onClick={() => setTheirs(stored)}>
            {say('ruleEditor.compare')}
          </Button>
        </Notice>
      )}
      {draft.isRestored && !isBehind && (
        <Notice tone="info" title={say('ruleEditor.restored')}>
          <Button
            variant="default"
            size="xs"
            onClick={() => draft.begin(stored ? { text: textOf(stored), base: baseOf(stored) } : start)}
          >
            {say('ruleEditor.discard')}
          </Button>
        </Notice>
      )}
      <SegmentedControl
        className={classes['panes'] ?? ''}
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
        <div className={classes['formPane']}>
          <Loaded query={catalogue}>
            {(known) => <Form draft={draft} catalogue={known} isNew={rule === ''} show={show} />}
          </Loaded>
        </div>
        <div className={classes['textPane']}>
          <section className={classes['textCard']} aria-label={say('ruleEditor.text')}>
            <TextPane text={draft.text} onChange={draft.setText} issues={linted.issues} goTo={goTo} />
          </section>
          <Problems linted={linted} show={show} />
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

/** Saves, and says how it went; a conflict is shown with what is stored now. */
function useSaving(
  rule: string,
  draft: Draft,
  showConflict: (theirs: Stored) => void,
): { readonly save: (base?: string) => Promise<void>; readonly isSaving: boolean } {
  const say = useSay();
  const open = useOpen();
  const queries = useQueryClient();
  const { id: fleet } = useFleet();
  const [isSaving, setSaving] = useState(false);
  const save = async (base?: string): Promise<void> => {
    setSaving(true);
    try {
      const saved = await draft.save(base);
      if (saved.outcome === 'saved') {
        if (rule === '') open(['rules', saved.id, 'edit']);
        return;
      }
      if (saved.outcome === 'conflict' && rule !== '') {
        showConflict(await queries.fetchQuery({ ...storedQuery(fleet, rule), staleTime: 0 }));
        return;
      }
      const { status, message, errors } = saved.problem;
      const words =
        saved.outcome === 'conflict'
          ? say('ruleEditor.idTaken')
          : errors.length > 0
            ? say('ruleEditor.refused', { count: errors.length, first: errors[0]!.message })
            : message;
      notifications.show({
        color: 'red',
        title: say('ruleEditor.notSaved'),
        message: status === 0 ? say('shell.unreachable') : words,
      });
    } catch (error) {
      notifications.show({
        color: 'red',
        title: say('ruleEditor.notSaved'),
        message: problemOf(error).message,
      });
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}

/** Whether what is typed is saved, and where it is until then. */
function Status({ draft, rule }: { readonly draft: Draft; readonly rule: string }): ReactNode {
  const say = useSay();
  if (rule === '') return say('ruleEditor.statusNew');
  if (draft.isDirty) return say('ruleEditor.statusDirty');
  return say(draft.isSavedHere ? 'ruleEditor.saved' : 'ruleEditor.statusSaved');
}

function Form(props: {
  readonly draft: Draft;
  readonly catalogue: Catalogue;
  readonly isNew: boolean;
  readonly show: (place: Place) => void;
}): ReactNode {
  const say = useSay();
  const { draft, catalogue, isNew, show } = props;
  const { document, breakage, setDocument } = draft;
  const choices = useChoices();
  const form = useMemo(() => formOf(document), [document]);
  const isReadOnly = breakage !== undefined;
  const parts = { document, onChange: setDocument };
  return (
    <>
      {breakage && (
        <Notice tone="critical" title={say('ruleEditor.brokenTitle')}>
          <p>{say('ruleEditor.brokenHelp', { line: breakage.line })}</p>
          <Button
            variant="default"
            size="xs"
            onClick={() => show({ from: breakage.from, to: breakage.from })}
          >
            {say('ruleEditor.showInText')}
          </Button>
        </Notice>
      )}
      <fieldset className={classes['sections']} disabled={isReadOnly}>
        <Section title={say('ruleEditor.rule')}>
          <Basics {...parts} isNew={isNew} />
        </Section>
        <Section title={say('ruleEditor.conditions')}>
          <Conditions
            value={form.conditions}
            onChange={(conditions) => setDocument(documentOf({ document, conditions }))}
            {...{ catalogue, choices, isReadOnly }}
          />
          <Trigger {...parts} />
        </Section>
        <Section title={say('ruleEditor.actions')}>
          <Actions
            value={document['actions']}
            onChange={(actions) => setDocument(withRuleField(document, 'actions', actions))}
            {...{ catalogue, choices }}
            conditions={form.conditions}
          />
        </Section>
        <Section title={say('ruleEditor.scope')}>
          <Scope {...parts} choices={choices} />
        </Section>
        <Section title={say('ruleEditor.limits')}>
          <Limits {...parts} choices={choices} />
        </Section>
      </fieldset>
      <TryOut document={document} catalogue={catalogue} isReadable={!isReadOnly} />
    </>
  );
}

/** Everything that is wrong, each with the way to its place in the text. */
function Problems({
  linted,
  show,
}: {
  readonly linted: Linted;
  readonly show: (place: Place) => void;
}): ReactNode {
  const say = useSay();
  const { issues, error } = linted;
  const errors = issues.filter(({ kind }) => kind === 'error');
  const warnings = issues.filter(({ kind }) => kind === 'warning');
  if (error) return <Failed error={error} />;
  return (
    <section className={classes['problems']} aria-label={say('ruleEditor.problems')}>
      <p role="status">
        {errors.length > 0
          ? say('ruleEditor.errors', { count: errors.length })
          : say(warnings.length > 0 ? 'ruleEditor.onlyWarnings' : 'ruleEditor.noProblems', {
              count: warnings.length,
            })}
      </p>
      <ul>
        {[...errors, ...warnings].map((issue) => (
          <Problem key={`${issue.pointer} ${issue.message}`} issue={issue} show={show} />
        ))}
      </ul>
    </section>
  );
}

function Problem({
  issue,
  show,
}: {
  readonly issue: PlacedIssue;
  readonly show: (place: Place) => void;
}): ReactNode {
  const say = useSay();
  const { kind, pointer, message } = issue;
  return (
    <li data-kind={kind}>
      <button type="button" onClick={() => show(issue)}>
        <Icon name={kind === 'error' ? 'critical' : 'warning'} size={15} />
        <span>
          <span className={classes['said']}>{say(`ruleEditor.${kind}`)}: </span>
          {pointer !== '' && <code>{pointer}</code>} {message}
        </span>
      </button>
    </li>
  );
}
