// A thread that runs from the sources; a build starts `thread.js` itself. Node reads TypeScript once tsx is there.
import { register } from 'tsx/esm/api';

register();
await import('./threads/thread.ts');
