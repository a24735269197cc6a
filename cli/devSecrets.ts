import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets that `dev` makes for itself, kept in the data folder so that the next start has the same. */
export interface DevSecrets {
  readonly apiToken: string;
  readonly webhookToken: string;
  readonly analyticsKey: string;
  /** True when they were made just now: the token is shown then, and not again. */
  readonly areNew: boolean;
  /** Where they are kept. */
  readonly file: string;
}

/** Reads the secrets, or makes them; the file is for its owner only. */
export async function devSecrets(dataDir: string): Promise<DevSecrets> {
  const file = join(dataDir, 'dev-secrets.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined)
    return { ...(JSON.parse(kept) as Omit<DevSecrets, 'areNew' | 'file'>), areNew: false, file };
  const made = { apiToken: secret('tl'), webhookToken: secret('wh'), analyticsKey: secret('key') };
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(made, undefined, 2), { mode: 0o600 });
  return { ...made, areNew: true, file };
}

function secret(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url')}`;
}
