/** What a rule's conditions found in a trip, for every view that explains a decision. */
export { Trace } from './trace.tsx';
