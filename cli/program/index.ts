/** Declarations of every command: names, arguments, options and help. They load only commander, so that help is fast. */
export { declared, declareProgram } from './tripline.ts';
export type { ProgramSurroundings } from './tripline.ts';
