import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT } from '../terminal/index.ts';

interface Given {
  readonly id: string;
  readonly version: string;
  readonly why: string;
}

/** Rolls back by publishing an earlier version again as a new one. */
export async function rollBackRule(context: Context<Given>): Promise<number> {
  const { terminal, given, isJson } = context;
  const { id, version: named, why } = given;
  if (!/^[1-9]\d{0,8}$/.test(named))
    throw new CommandError(`"${named}" is not a version: \`tripline rules history ${id}\` lists them.`);
  const body = { version: Number(named), ...(why && { why }) };
  const { version } = await context.api.call('post', 'rules/{id}/rollback', { params: { id }, body });
  if (isJson) terminal.json({ id, version });
  else if (version === Number(named)) terminal.line(`Version ${version} is already published.`);
  else terminal.line(`Version ${version} is published: it has the content of version ${named}.`);
  return EXIT.ok;
}
