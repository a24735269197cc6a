// A thread that runs from the sources; a build starts `workerThreads/tasks.js` itself. Node reads TypeScript once tsx is there.
import { register } from 'tsx/esm/api';

register();
export const { runTask } = await import('./workerThreads/tasks.ts');
