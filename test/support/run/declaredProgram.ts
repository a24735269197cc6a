import type { Command } from 'commander';
import { declareProgram } from '../../../cli/program/index.ts';

/** Declares the command line for a test that reads it; none of its commands can run. */
export function declaredProgram(): Command {
  return declareProgram({
    version: '0.0.0',
    finish: () => undefined,
    prepare: () => Promise.resolve(),
    signedIn: () => {
      throw new Error('Nothing is run.');
    },
  });
}
