/** Declares every command: names, arguments, options and help. Loads nothing but commander, so that help is fast. */
export { declared, declareProgram } from './tripline.ts';
export type { ProgramSurroundings } from './tripline.ts';
