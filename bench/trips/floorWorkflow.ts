import { proxyLocalActivities } from '@temporalio/workflow';

const local = proxyLocalActivities<{ nothing(input: object): Promise<object> }>({
  startToCloseTimeout: '8 seconds',
});

/** The shape of a trip that no rule is about: one local activity and the end. */
export async function floorWorkflow(input: object): Promise<object> {
  return local.nothing(input);
}
