// A thread that runs from the sources; a build starts `threads/tasks.js` itself. Node reads TypeScript once tsx is there.
import { register } from 'tsx/esm/api';

register();
export const { runTask } = await import('./threads/tasks.ts');
