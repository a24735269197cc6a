/**
 * Behind the closing quote of the text that begins at `from`, or the end of everything when none closes it. No expression
 * is used: on a text of millions of characters one that may go back runs out of stack.
 */
export function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Where brackets are open for the first time more than `most` deep, if they are; the text need not be JSON. */
export function tooDeepAt(text: string, most: number): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfText(text, at) - 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > most) return at;
    }
  }
  return undefined;
}
