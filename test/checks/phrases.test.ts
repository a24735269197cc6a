import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { phraseProblems } from '../../checks/phrases.ts';
import type { Phrase, PhraseException, TrackedFile } from '../../checks/phrases.ts';

const RETIRE: Phrase = { phrase: String.raw`\btakes? out of use\b`, say: 'retire' };

function problemsOf(
  { file = 'rules/some.ts', text }: Partial<TrackedFile> & Pick<TrackedFile, 'text'>,
  phrase = RETIRE,
  exceptions: readonly PhraseException[] = [],
): readonly string[] {
  return phraseProblems([{ file, text }], { phrases: [phrase], exceptions });
}

describe('the check of phrases', () => {
  it.each([
    ['a comment', '// This takes out of use.'],
    ['a comment over two lines', '/**\n * This takes out\n * of use.\n */'],
    ['a text', "const help = 'Take out of use';"],
    ['a text with values in it', 'const help = `${name} takes out of use ${id}`;'],
    ['the schema of a document', '{ "description": "Takes out of use." }', 'rules/rule.schema.json'],
    ['a page', '# How to\n\nWho takes out\nof use', 'docs/how.md'],
    ['a test', "it('takes out of use', () => undefined);", 'test/some.test.ts'],
  ])('finds a phrase in %s, by its line', (_where, text, file = 'rules/some.ts') => {
    const lines = text.slice(0, text.search(/takes? out/i)).split('\n').length;
    expect(problemsOf({ file, text: `\n${text}` })).toEqual([
      expect.stringMatching(new RegExp(`^${file}:${lines + 1} "takes? out[\\s*]+of use": say retire$`, 'i')),
    ]);
  });

  it('finds part of an identifier, and takes a path of a module or an expression for none', () => {
    const text = "import { a } from './whisper.ts';\nexport const whisperTo = a - b; // whispered\n";
    const places = ['identifiers'] as const;
    expect(problemsOf({ text }, { phrase: 'whisper', say: 'ephemeral message', in: places })).toEqual([
      'rules/some.ts:2 "whisper": say ephemeral message',
    ]);
  });

  it.each(['isToldOf', 'TOLD_OF', '#toldOf', 'told_of'])('finds words inside the identifier %s', (name) => {
    const told: Phrase = { phrase: String.raw`\btold of\b`, say: 'notified', in: ['identifiers'] };
    const text = name.startsWith('#') ? `class One {\n  ${name} = 1;\n}` : `\nconst ${name} = 1;`;
    expect(problemsOf({ text }, told)).toEqual([expect.stringMatching(/^rules\/some\.ts:2 "told of"/i)]);
    expect(problemsOf({ text: text.replace(/told/i, 'untold') }, told)).toEqual([]);
  });

  it('leaves a phrase alone where it may stand', () => {
    const text = "/** Told. */\nconst told = 'told';";
    const inTexts = { phrase: String.raw`\btold\b`, say: 'notified', in: ['texts'] as const };
    expect(problemsOf({ text }, inTexts)).toEqual(['rules/some.ts:2 "told": say notified']);
    expect(problemsOf({ file: 'test/some.ts', text }, inTexts)).toEqual([]);
    expect(problemsOf({ file: 'README.md', text }, inTexts)).toEqual([]);
  });

  it('takes an exception for its file and line only, and none that names no phrase', () => {
    const exception = { file: 'rules/some.ts', line: 'takes out of use books', reason: 'A library does.' };
    const text = '// A library takes out of use books.\n';
    expect(problemsOf({ text }, RETIRE, [exception])).toEqual([]);
    expect(problemsOf({ text: `${text}// It takes out of use.` }, RETIRE, [exception])).toEqual([
      'rules/some.ts:2 "takes out of use": say retire',
    ]);
    expect(problemsOf({ text }, RETIRE, [{ ...exception, file: 'rules/other.ts' }])).toEqual([
      'rules/some.ts:1 "takes out of use": say retire',
      'rules/other.ts: the exception for "takes out of use books" names no phrase',
    ]);
  });

  it('has a list of which every phrase finds its example', () => {
    const url = new URL('../../checks/phrases.json', import.meta.url);
    const { phrases, exceptions } = JSON.parse(readFileSync(url, 'utf8')) as {
      phrases: readonly (Phrase & { example: string })[];
      exceptions: readonly PhraseException[];
    };
    for (const phrase of phrases) {
      const file = phrase.in?.includes('docs') === false ? 'rules/some.ts' : 'README.md';
      const isName = phrase.in?.every((place) => place === 'identifiers') === true;
      const code = isName
        ? `const ${phrase.example} = 1;`
        : `const text = ${JSON.stringify(phrase.example)};`;
      const text = file === 'README.md' ? phrase.example : code;
      expect(problemsOf({ file, text }, phrase), phrase.phrase).toHaveLength(1);
    }
    for (const each of exceptions) expect(each.reason).toMatch(/\.$/);
  });
});
