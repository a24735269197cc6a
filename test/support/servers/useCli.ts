import { beforeEach, vi } from 'vitest';
import { TOKENS } from './server.ts';
import type { ServerInTest } from './server.ts';
import { useCommand } from './useCommand.ts';
import type { CommandInTest } from './useCommand.ts';

/** Gives the calling test file the `tripline` command as a person uses it against a server, with the token of a role. */
export function useCli(server: Pick<ServerInTest, 'url'>, role: keyof typeof TOKENS): CommandInTest {
  const command = useCommand();
  beforeEach(() => {
    vi.stubEnv('TRIPLINE_URL', server.url);
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS[role]);
    vi.stubEnv('NO_COLOR', '1');
  });
  return command;
}
