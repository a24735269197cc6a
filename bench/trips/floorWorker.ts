import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';

/** A worker as a process of its own for `floorWorkflow`: FLOOR_QUEUE at TEMPORAL_ADDRESS. */
const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS']! });
const worker = await Worker.create({
  connection,
  taskQueue: process.env['FLOOR_QUEUE']!,
  workflowsPath: fileURLToPath(new URL('./floorWorkflow.ts', import.meta.url)),
  activities: { nothing: () => Promise.resolve({ kind: 'settled' }) },
});
process.stdout.write('floor worker runs\n');
await worker.run();
await connection.close();
