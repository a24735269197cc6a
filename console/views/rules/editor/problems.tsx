import { Box, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import { Failed, IconItem } from '../../../layout/index.ts';
import type { JsonObject } from '../form/index.ts';
import { usePlaceWords } from '../parts/index.ts';
import type { Linted, PlacedIssue } from './lint.ts';
import classes from './editor.module.css';

/** Functions that show the position of a problem. */
export interface Ways {
  /** Shows the position in form and text, and moves the focus into the form. */
  readonly toForm: (issue: PlacedIssue) => void;
  /** Shows the position in the text. */
  readonly toText: (issue: PlacedIssue) => void;
}

/** Lists all problems. Each has its position in words, and buttons that show the position in form and text. */
export function Problems(
  props: Ways & { readonly linted: Linted; readonly document: JsonObject },
): ReactNode {
  const say = useSay();
  const { linted, document, ...ways } = props;
  const { issues, error } = linted;
  const errors = issues.filter(({ kind }) => kind === 'error');
  const warnings = issues.filter(({ kind }) => kind === 'warning');
  if (error) return <Failed error={error} />;
  return (
    <Box
      component="section"
      className={classes['card'] ?? ''}
      px="md"
      py="sm"
      mah="34vh"
      style={{ overflowY: 'auto' }}
      aria-label={say('ruleEditor.problems')}
    >
      <Text size="sm" fw={600} role="status">
        {errors.length > 0
          ? say('ruleEditor.errors', { count: errors.length })
          : say(warnings.length > 0 ? 'ruleEditor.onlyWarnings' : 'ruleEditor.noProblems', {
              count: warnings.length,
            })}
      </Text>
      <ul>
        {[...errors, ...warnings].map((issue) => (
          <Problem key={`${issue.pointer} ${issue.message}`} {...{ issue, document, ...ways }} />
        ))}
      </ul>
    </Box>
  );
}

function Problem(props: Ways & { readonly issue: PlacedIssue; readonly document: JsonObject }): ReactNode {
  const say = useSay();
  const placeWords = usePlaceWords();
  const { issue, document, toForm, toText } = props;
  const { kind, pointer, message } = issue;
  const place = placeWords(document, pointer);
  return (
    <IconItem
      icon={kind === 'error' ? 'critical' : 'warning'}
      size={15}
      tone={kind === 'error' ? 'critical' : 'warning'}
    >
      <UnstyledButton
        fz="xs"
        mih={24}
        c={kind === 'error' ? 'var(--critical)' : 'var(--warning)'}
        onClick={() => (pointer === '' ? toText : toForm)(issue)}
      >
        <VisuallyHidden>{say(`ruleEditor.${kind}`)}: </VisuallyHidden>
        {place !== '' && <strong>{place}</strong>} {message}
      </UnstyledButton>
      {pointer !== '' && (
        <UnstyledButton
          fz={12}
          mih={24}
          c="dimmed"
          display="block"
          aria-label={say('ruleEditor.pointerInText', { pointer })}
          onClick={() => toText(issue)}
        >
          <code>{pointer}</code>
        </UnstyledButton>
      )}
    </IconItem>
  );
}

const CONTROLS = ':is(input, textarea, button):not(:disabled)';

/** Returns the first field or button of an element. */
function controlIn(element: HTMLElement): HTMLElement | null {
  return element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS);
}

/**
 * Shows the field of a JSON pointer in the form and moves the focus there. If there is no such field, the
 * nearest field around it is shown.
 */
export function reveal(form: Element | null, pointer: string): void {
  const around = [...(form?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].filter(
    (each) => `${pointer}/`.startsWith(`${each.dataset['place'] ?? ''}/`) && controlIn(each) !== null,
  );
  const depth = ({ dataset }: HTMLElement): number => (dataset['place'] ?? '').length;
  const [nearest] = around.sort((one, other) => depth(other) - depth(one));
  nearest?.scrollIntoView({ block: 'center' });
  if (nearest) controlIn(nearest)?.focus({ preventScroll: true });
}
