/** The trace of a rule's conditions for a trip, for every view that explains a decision. */
export { Trace } from './trace.tsx';
