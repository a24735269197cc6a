/** The trace of a rule's conditions in a trip, for every view that explains a decision. */
export { Trace } from './trace.tsx';
