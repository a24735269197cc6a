/** Declarations of every command: names, arguments, options and help. Only commander is loaded, so that help is fast. */
export { declared, declareProgram } from './tripline.ts';
export type { ProgramSurroundings } from './tripline.ts';
