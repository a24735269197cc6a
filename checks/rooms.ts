import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rooms of each layer. `.` is a layer that is a single room, and `channels/*` is every folder inside
 * `channels`. A room imports only rooms of its layer that are listed after it.
 */
export type RoomOrder = Readonly<Record<string, readonly string[]>>;

/** A room: one folder of related files, with its entry `index.ts`. */
export interface Room {
  /** The path of its folder from the root. */
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  /** The comment at the top of `index.ts`. Undefined when there is no `index.ts`, or no such comment. */
  readonly purpose: string | undefined;
  /** The folders of the rooms and layers that the room imports. */
  readonly imports: readonly string[];
}

const IMPORT = /^(?:import|export) [^'"]*?from '(\.[^']*)'/gmu;
/** The marks between which the generated map is inserted into a document. */
const BEGIN = '<!-- rooms: made by `npm run rooms` -->';
const END = '<!-- rooms end -->';

/**
 * Reads the rooms in the folders below `root`, in the given order of layers. Also reports folders that are
 * not listed, and listed folders without files.
 */
export function readRooms(root: string, order: RoomOrder): { rooms: Room[]; problems: string[] } {
  const found = Object.keys(order).flatMap((layer) => foldersWithFiles(root, layer));
  const listed = Object.entries(order).flatMap(([layer, rooms]) =>
    rooms.map((room) => (room === '.' ? layer : `${layer}/${room}`)),
  );
  const named = new Set(listed);
  const known = listed.flatMap((folder) => {
    if (!folder.endsWith('/*')) return [folder];
    const among = found.filter((each) => each.startsWith(folder.slice(0, -1)) && !named.has(each));
    return among.length > 0 ? among.sort() : [folder];
  });
  const isKnown = new Set(known);
  const rooms = known.filter((folder) => found.includes(folder)).map((folder) => readRoom(root, folder));
  const problems = [
    ...known
      .filter((folder) => !found.includes(folder))
      .map((folder) => `${folder} is listed and has no files`),
    ...found
      .filter((folder) => !isKnown.has(folder) && order[folder] === undefined)
      .map((folder) => `${folder} is not listed in checks/rooms.json`),
    ...rooms
      .filter(({ purpose }) => purpose === undefined)
      .map(({ folder }) => `${folder}/index.ts does not open with a comment that says what the room is for`),
  ];
  return { rooms, problems };
}

function foldersWithFiles(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
  const has = entries.some((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return [...(has ? [folder] : []), ...below.flatMap((each) => foldersWithFiles(root, each))];
}

function readRoom(root: string, folder: string): Room {
  const names = readdirSync(join(root, folder)).filter((name) => /\.tsx?$/.test(name));
  const texts = names.map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const door = texts[names.indexOf('index.ts')];
  const imports = texts.flatMap((text) =>
    [...text.matchAll(IMPORT)].map(([, path]) => folderOf(folder, path!)),
  );
  return {
    folder,
    files: names.length,
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    purpose: door && purposeOf(door),
    imports: [...new Set(imports)].filter((each) => each !== folder && each !== '').sort(),
  };
}

/** Returns the folder of the file that an import in `folder` names. */
function folderOf(folder: string, path: string): string {
  return join(folder, path).split('/').slice(0, -1).join('/');
}

function purposeOf(door: string): string | undefined {
  const comment = /^\/\*\*(.*?)\*\//su.exec(door)?.[1];
  return comment
    ?.replace(/^ *\* ?/gmu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Formats the rooms as a Markdown table. Of other layers that a room imports, only the layer is named. */
export function mapOf(rooms: readonly Room[]): string {
  const rows = rooms.map(({ folder, files, lines, purpose, imports }) => {
    const layer = folder.split('/')[0]!;
    const own = imports
      .filter((each) => each.startsWith(`${layer}/`))
      .map((each) => each.slice(layer.length + 1));
    const others = imports.map((each) => each.split('/')[0]!).filter((each) => each !== layer);
    const named = [...own, ...new Set(others.map((each) => `${each}/`))].map((each) => `\`${each}\``);
    return `| \`${folder}\` | ${files} | ${lines} | ${purpose ?? ''} | ${named.join(', ')} |`;
  });
  return [
    '| room | files | lines | what it is for | what it imports |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/**
 * Inserts the map into `text`.
 * @throws Error when the text lacks the marks
 */
export function withMap(text: string, map: string): string {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/rooms.md needs the lines ${BEGIN} and ${END}.`);
  return `${text.slice(0, from)}${BEGIN}\n\n${map}\n\n${text.slice(to)}`;
}

/**
 * Removes the parts that change with every line of code: the numbers of files and lines in the map, and
 * spaces. The rest can then be compared.
 */
export function withoutCounts(text: string): string {
  return text.replace(/ \| +\d+ +\| +\d+ +\| /gu, ' | ').replace(/[ -]+/gu, ' ');
}
