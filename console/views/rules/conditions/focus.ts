/**
 * Moves the focus from a node that is about to be removed to the group around it. Keyboard users can then
 * continue there.
 * @param node an element in the row or group that is removed
 */
export function focusAround(node: Element, isGroup = false): void {
  const own = node.closest('[role=group]');
  const group = isGroup ? own?.parentElement?.closest('[role=group]') : own;
  group?.querySelector<HTMLElement>(':scope > div > [data-add]')?.focus();
}
