/** A rule’s text: the editor for JSON with comments, and the difference between two texts. */
export { TextPane } from './textPane.tsx';
export { Differences } from './differences.tsx';
