/** Values of path parameters that exist, by the beginning of the path and the parameter. */
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
 * Adds existing ids to the path parameters of the server's document, because nearly every request would end in a 404 without
 * them. Other values remain possible, and the answers are unchanged. Changes the document in place.
 * @param fleet the one fleet that the tokens open; the fuzzer sends other ids when it breaks the document on purpose
 */
export function withKnownIds(document: unknown, { fleet, known }: { fleet: string; known: Known }): object {
  const { paths } = document as Document;
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods))
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== 'path') continue;
        const values = knownFor(path, known)[parameter.name];
        if (parameter.name === 'fleet') parameter.schema = { type: 'string', enum: [fleet] };
        // The branches exclude each other, because the fuzzer would merge the values into a wider branch and never send them.
        else if (values)
          parameter.schema = { anyOf: [{ enum: values }, { ...parameter.schema, not: { enum: values } }] };
      }
  return document as object;
}

/** Returns the entry with the longest matching beginning of the path. */
function knownFor(path: string, known: Known): Readonly<Record<string, readonly string[]>> {
  const beginnings = Object.keys(known).filter((each) => path.startsWith(each));
  const longest = beginnings.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? {} : known[longest]!;
}
