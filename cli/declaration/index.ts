/** Declarations of commands as data, for help, completion and running. They load no command's code. */
export { apiCommand, command, group } from './command.ts';
export type {
  Context,
  Declared,
  DeclaredCall,
  DeclaredCommand,
  DeclaredGroup,
  Options,
  Shown,
} from './command.ts';
export {
  argument,
  choice,
  flag,
  keyOf,
  moment,
  person,
  range,
  required,
  several,
  standard,
  text,
  whole,
} from './options.ts';
export type { Option } from './options.ts';
