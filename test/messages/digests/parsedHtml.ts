import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

/** Returns all elements of a page, in their order, as a browser reads it. */
export function elementsOf(html: string): readonly Element[] {
  const visit = (nodes: readonly Node[]): readonly Element[] =>
    nodes.flatMap((node) => ('tagName' in node ? [node, ...visit(node.childNodes)] : []));
  return visit(parse(html).childNodes);
}

/** Returns the elements of one name. */
export function allOf(html: string, tagName: string): readonly Element[] {
  return elementsOf(html).filter((element) => element.tagName === tagName);
}

/** Returns an attribute, or `undefined` if the element has none of that name. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

/** Returns the text inside an element or a page, without styles. */
export function textOf(of: string | Element): string {
  const read = (nodes: readonly Node[]): string =>
    nodes
      .map((node) => {
        if ('value' in node) return node.value;
        if (!('tagName' in node) || ['style', 'head'].includes(node.tagName)) return '';
        return read(node.childNodes);
      })
      .join('');
  return read(typeof of === 'string' ? parse(of).childNodes : of.childNodes);
}
