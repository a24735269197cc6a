import type { VariableReader } from './variables.ts';

/** A version of the workers, as Temporal's Worker Deployments name it. */
export interface Deployment {
  readonly name: string;
  readonly buildId: string;
}

/** Temporal writes a version as `name:build`, formerly `name.build`, and keeps names that begin with `__` to itself. */
const NAME = /^[A-Za-z0-9][\w-]{0,99}$/;
const BUILD = /^[A-Za-z0-9][\w.+-]{0,99}$/;

/** The worker's deployment and build, from `TEMPORAL_DEPLOYMENT_NAME` and `TEMPORAL_BUILD_ID`: both, or none. */
export function readDeployment(text: VariableReader['text'], mistakes: string[]): Deployment | undefined {
  const name = text('TEMPORAL_DEPLOYMENT_NAME');
  const buildId = text('TEMPORAL_BUILD_ID');
  if (name === undefined && buildId === undefined) return undefined;
  if (name === undefined || buildId === undefined) {
    const [missing, other] =
      name === undefined ? ['DEPLOYMENT_NAME', 'BUILD_ID'] : ['BUILD_ID', 'DEPLOYMENT_NAME'];
    mistakes.push(
      `TEMPORAL_${missing} is missing: TEMPORAL_${other} is set, and a version of the workers is named by both. Set both or none.`,
    );
    return undefined;
  }
  if (!NAME.test(name))
    mistakes.push(
      'TEMPORAL_DEPLOYMENT_NAME is no name such as tripline: letters, digits, - and _, at most 100.',
    );
  if (!BUILD.test(buildId))
    mistakes.push(
      'TEMPORAL_BUILD_ID is no name such as 1.4.0 or a git SHA: letters, digits, . _ + and -, at most 100.',
    );
  return { name, buildId };
}
