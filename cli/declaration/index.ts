/** Declarations of commands as data, which help, completion and running read. Loads nothing else. */
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
