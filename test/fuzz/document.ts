/** Values that lead somewhere: by beginning of the path, and parameter. */
export type Known = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  schema: object;
}
type Operation = { parameters?: Parameter[] };
interface Document {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>;
}

/**
 * The server's document, in which path parameters name what is there or anything else: without a word about real ids
 * nearly every request would end in a 404. Nothing of the answers is touched. Changes it in place.
 * @param fleet the one fleet that the tokens open; other ids come with what breaks the document on purpose
 */
export function withKnownIds(document: unknown, { fleet, known }: { fleet: string; known: Known }): object {
  const { paths } = document as Document;
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods))
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== 'path') continue;
        const values = knownFor(path, known)[parameter.name];
        if (parameter.name === 'fleet') parameter.schema = { type: 'string', enum: [fleet] };
        // Apart from each other: the fuzzer folds values into a wider branch that holds them, and never sends them.
        else if (values)
          parameter.schema = { anyOf: [{ enum: values }, { ...parameter.schema, not: { enum: values } }] };
      }
  return document as object;
}

/** The entry with the longest beginning of the path. */
function knownFor(path: string, known: Known): Readonly<Record<string, readonly string[]>> {
  const beginnings = Object.keys(known).filter((each) => path.startsWith(each));
  const longest = beginnings.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? {} : known[longest]!;
}
