import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import type { PayloadKey } from '../config.ts';
import { createPayloadCodec } from './payloadCodec.ts';
import type { UnreadableListener } from './payloadCodec.ts';

/** Into which the words of errors are put before they are encrypted; part of the workflow bundle. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failureConverter.cjs', import.meta.url));

/**
 * How whatever Temporal keeps is written and read: by web server, worker and every other client alike.
 * @param keys none: plain text is written, and what is encrypted is refused with a reason
 */
export function createDataConverter(
  keys: readonly PayloadKey[],
  onUnreadable?: UnreadableListener,
): DataConverter {
  return {
    payloadCodecs: [createPayloadCodec(keys, onUnreadable)],
    ...(keys.length > 0 && { failureConverterPath: FAILURE_CONVERTER_PATH }),
  };
}
