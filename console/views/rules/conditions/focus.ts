/**
 * Moves the focus from a node that is about to be taken out to the group around it, so that whoever uses a keyboard goes on
 * there.
 * @param node in the row or group that is taken out
 */
export function focusAround(node: Element, isGroup = false): void {
  const own = node.closest('[role=group]');
  const group = isGroup ? own?.parentElement?.closest('[role=group]') : own;
  group?.querySelector<HTMLElement>(':scope > div > [data-add]')?.focus();
}
