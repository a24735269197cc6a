/** The codec server: decrypts what Temporal stores, for Temporal's UI and command line. */
export { createCodecApp } from './app.ts';
export type { CodecParts } from './app.ts';
