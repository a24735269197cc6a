import { Liquid } from 'liquidjs';
import type { Template } from 'liquidjs';
import { safeHref } from '../html.ts';
import { LIGHT } from '../palette.ts';
import { INK_TONES } from './mailStyle.ts';
import { MAIL_TEMPLATE } from './mailTemplate.ts';
import type { Block, Cell, DigestView, PictureId } from './view.ts';

/** Whatever is put in is escaped; only own properties are read. */
const liquid = new Liquid({ outputEscape: 'escape', ownPropertyOnly: true, strictVariables: false });

/** How wide the first column is, by the number of columns: the same in all tables, so that figures stand in line. */
const FIRST_WIDTHS = new Map([
  [2, '50%'],
  [3, '46%'],
]);

let template: Template[] | undefined;

/**
 * The HTML part of a digest's e-mail.
 * @param options `pictureSource` says where each picture is: `cid:…`, or a `data:` URL for a page
 */
export function mailHtml(
  view: DigestView,
  options: {
    readonly pictureSource: (id: PictureId) => string;
    readonly unsubscribeUrl?: string | undefined;
  },
): string {
  template ??= liquid.parse(MAIL_TEMPLATE);
  const sections = view.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => blockForMail(block, options.pictureSource)),
  }));
  const values = { view: { ...view, sections }, unsubscribeUrl: safeHref(options.unsubscribeUrl) };
  return String(liquid.renderSync(template, values));
}

function blockForMail(block: Block, pictureSource: (id: PictureId) => string): object {
  switch (block.kind) {
    case 'heading':
    case 'text':
    case 'quiet':
      return block;
    case 'lines':
      return { ...block, items: block.items.map(cellForMail) };
    case 'figure':
      return { ...block, value: cellForMail(block.value), change: cellForMail(block.change) };
    case 'picture':
      return { ...block, source: pictureSource(block.id) };
    case 'table':
      return {
        ...block,
        firstWidth: FIRST_WIDTHS.get(block.columns.length) ?? '28%',
        rows: block.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell, index) => ({
            ...cellForMail(block.columns[index]?.isNumber ? together(cell) : cell),
            isNumber: block.columns[index]?.isNumber ?? false,
          })),
        })),
      };
  }
}

/** A number and its unit stay on one line, as long as that leaves room for the others on a phone. */
const LONGEST_TOGETHER = 9;

function together(cell: Cell): Cell {
  return cell.text.length > LONGEST_TOGETHER ? cell : { ...cell, text: cell.text.replaceAll(' ', '\u00A0') };
}

/** Inline colours of the light scheme, and the class that turns them on a dark screen. */
function cellForMail({ tone, href, ...cell }: Cell): object {
  const ink = INK_TONES.find((each) => each === tone);
  return {
    ...cell,
    href: safeHref(href),
    inkClass: ink === undefined ? 'ink' : `ink-${ink}`,
    inkStyle: ink === undefined ? '' : `color:${LIGHT.tones[ink].ink}`,
  };
}
