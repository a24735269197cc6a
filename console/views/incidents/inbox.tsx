import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Card, Empty, Loaded, PageHeader } from '../../layout/index.ts';
import {
  DriverSelect,
  FilterSelect,
  Filters,
  IncidentLink,
  RuleSelect,
  MoreButton,
  SilenceBanner,
  usePages,
} from '../../lists/index.ts';
import { useFilters, useOpen } from '../../navigation/index.ts';
import { AnswerDialog } from './answerDialog.tsx';
import { answersOf, useAnswer } from './answers.ts';
import type { Given, Incident } from './answers.ts';
import classes from './incidents.module.css';

const STATES = ['open', 'acknowledged', 'resolved'] as const;

/**
 * Lists all incidents with the action that each needs: unanswered incidents first, then the newest. Keys also
 * move through the list and answer the marked incident.
 */
export function Inbox(): ReactNode {
  const say = useSay();
  const [{ state, rule, driver }, setFilters] = useFilters(['state', 'rule', 'driver']);
  const known = STATES.find((each) => each === state);
  const query = {
    ...(known && { state: known }),
    ...(rule !== undefined && { rule }),
    ...(driver !== undefined && { driver_id: driver }),
  };
  const listed = usePages('/api/v1/fleets/{fleet}/incidents', query);
  const unanswered = useUnanswered(query);
  return (
    <>
      <PageHeader
        title={say('incidents.title')}
        lead={
          <Text inherit visibleFrom="sm">
            {say('incidents.keys')}
          </Text>
        }
      />
      <SilenceBanner />
      <Filters>
        <FilterSelect
          label={say('words.state')}
          value={state}
          options={STATES.map((each) => ({ value: each, label: say(`words.state_${each}`) }))}
          set={(next) => setFilters({ state: next })}
        />
        <RuleSelect value={rule} set={(next) => setFilters({ rule: next })} />
        <DriverSelect value={driver} set={(next) => setFilters({ driver: next })} />
      </Filters>
      <Card flush>
        <Loaded query={listed} rows={6}>
          {({ pages }) => {
            const first = new Set(unanswered.map(({ id }) => id));
            const others = pages.flatMap((page) => page.items).filter(({ id }) => !first.has(id));
            const items = [...unanswered, ...others];
            if (items.length === 0)
              return (
                <Empty icon="incidents" title={say('incidents.none')}>
                  {say('incidents.noneHelp')}
                </Empty>
              );
            return <Rows items={items} />;
          }}
        </Loaded>
      </Card>
      <MoreButton query={listed} />
    </>
  );
}

/**
 * Maximum number of items that the API returns at once. Further unanswered incidents are listed in the usual
 * order, among the others.
 */
const MOST_UNANSWERED = 200;

/** Returns the open incidents that match the filters and were not answered in a full round of their policy. */
function useUnanswered(query: {
  readonly state?: Incident['state'];
  readonly rule?: string;
  readonly driver_id?: string;
}): readonly Incident[] {
  const { id: fleet } = useFleet();
  const asked = { ...query, unanswered: 'true', limit: MOST_UNANSWERED } as const;
  const { data } = useQuery(
    read('/api/v1/fleets/{fleet}/incidents', { params: { path: { fleet }, query: asked } }),
  );
  return data?.items ?? [];
}

function Rows({ items }: { readonly items: readonly Incident[] }): ReactNode {
  const say = useSay();
  const { mayEdit } = useFleet();
  const answer = useAnswer();
  const [dialog, setDialog] = useState<{ readonly id: string; readonly kind: Given['kind'] }>();
  const list = useRef<HTMLUListElement>(null);
  const marked = useKeyboard({
    list,
    items,
    onKey(key, incident) {
      if (!mayEdit) return;
      if (key === 'a' && incident.state === 'open') void answer(incident.id, { kind: 'acknowledge' });
      if (key === 'r' && incident.state !== 'resolved') setDialog({ id: incident.id, kind: 'resolve' });
    },
  });
  return (
    <>
      <ul ref={list}>
        {items.map((each) => (
          <li key={each.id} className={classes['row']} data-marked={each.id === marked}>
            <IncidentLink incident={each} />
            {mayEdit && (
              <span className={classes['rowAnswer']}>
                {each.state !== 'resolved' && (
                  <Button
                    size="compact-sm"
                    variant={each.state === 'open' ? 'filled' : 'default'}
                    aria-label={`${say(`incidents.${each.state === 'open' ? 'acknowledge' : 'resolve'}`)}: ${say('incidents.incident', { id: each.id })}`}
                    onClick={() =>
                      answersOf(each.state)[0] === 'acknowledge'
                        ? void answer(each.id, { kind: 'acknowledge' })
                        : setDialog({ id: each.id, kind: 'resolve' })
                    }
                  >
                    {say(each.state === 'open' ? 'incidents.acknowledge' : 'incidents.resolve')}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <AnswerDialog incident={dialog?.id ?? ''} kind={dialog?.kind} close={() => setDialog(undefined)} />
    </>
  );
}

/**
 * Handles keys while no text is typed: j and k move through the list, Enter opens an incident, and `onKey`
 * gets other keys.
 * @returns the id of the marked incident
 */
function useKeyboard(args: {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly items: readonly Incident[];
  readonly onKey: (key: string, incident: Incident) => void;
}): string | undefined {
  const [marked, setMarked] = useState<string>();
  const place = useRef(0);
  const open = useOpen();
  const { list, items } = args;
  // An answer may remove the marked incident from the list. The next open incident is then marked, so that
  // work continues there.
  useEffect(() => {
    if (marked === undefined) return;
    const at = items.findIndex(({ id }) => id === marked);
    if (at >= 0) {
      place.current = at;
      return;
    }
    const next =
      items.slice(place.current).find(({ state }) => state === 'open') ??
      items.findLast(({ state }) => state === 'open') ??
      items[Math.min(place.current, items.length - 1)];
    setMarked(next?.id);
    if (next && document.activeElement === document.body)
      list.current?.children[items.indexOf(next)]?.querySelector('a')?.focus();
  }, [items, marked, list]);
  // A layout effect is used, because a quick key press after painting would still act on the previous list.
  useLayoutEffect(() => {
    const { onKey } = args;
    const listener = (event: KeyboardEvent): void => {
      const { key, target } = event;
      const isTyped =
        target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]') !== null;
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = items.findIndex(({ id }) => id === marked);
      if (key === 'j' || key === 'k') {
        const next = items[Math.max(0, Math.min(items.length - 1, at < 0 ? 0 : at + (key === 'j' ? 1 : -1)))];
        setMarked(next?.id);
        const row = list.current?.children[next ? items.indexOf(next) : 0];
        row?.querySelector('a')?.focus();
        event.preventDefault();
      } else if (at >= 0 && key === 'Enter' && target === document.body)
        void open(['incidents', items[at]!.id]);
      else if (at >= 0) {
        if (key === 'a' || key === 'r') event.preventDefault();
        onKey(key, items[at]!);
      }
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  });
  return marked;
}
