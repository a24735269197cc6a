/**
 * Pins the images of docker-compose.yml and the Dockerfile to the digests that their tags currently have in their registries.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

const FILES = ['docker-compose.yml', 'Dockerfile'];
/**
 * Matches `image: name:tag` and `FROM name:tag`, with or without a digest. Tripline's own image does not match, because its tag
 * is a variable.
 */
const REFERENCE = /^(\s*image: |FROM )([\w.:/-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?/gm;
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** An image's registry, its name there and its tag. */
interface Image {
  readonly registry: string;
  readonly name: string;
  readonly tag: string;
}

/**
 * Returns the texts with each image's digest after its tag. @throws Error naming an image whose digest its registry does not
 * return
 */
export async function pinned(texts: readonly string[]): Promise<string[]> {
  const references = new Set(
    texts.flatMap((text) => [...text.matchAll(REFERENCE)].map(([, , name]) => name!)),
  );
  const digests = new Map<string, string>();
  for (const reference of references) digests.set(reference, await digestOf(reference));
  return texts.map((text) =>
    text.replace(
      REFERENCE,
      (_all, before: string, reference: string) => `${before}${reference}@${digests.get(reference)!}`,
    ),
  );
}

/**
 * Parses an image reference as Docker does: without a host, the registry is Docker Hub; a registry on this machine uses HTTP.
 */
function imageOf(reference: string): Image {
  const colon = reference.lastIndexOf(':');
  const [path, tag] = [reference.slice(0, colon), reference.slice(colon + 1)];
  const [host = '', ...rest] = path.split('/');
  if (rest.length === 0 || !/[.:]|^localhost$/.test(host))
    return {
      registry: 'https://registry-1.docker.io',
      name: rest.length === 0 ? `library/${path}` : path,
      tag,
    };
  const scheme = /^(localhost|127\.\d+\.\d+\.\d+)(:|$)/.test(host) ? 'http' : 'https';
  return { registry: `${scheme}://${host}`, name: rest.join('/'), tag };
}

async function digestOf(reference: string): Promise<string> {
  const { registry, name, tag } = imageOf(reference);
  const url = `${registry}/v2/${name}/manifests/${tag}`;
  const asked = (token?: string): Promise<Response> =>
    fetch(url, { headers: { accept: MANIFESTS, ...(token && { authorization: `Bearer ${token}` }) } });
  let answer = await asked();
  if (answer.status === 401) answer = await asked(await anonymousToken(answer));
  if (!answer.ok)
    throw new Error(`${reference}: ${new URL(url).host} answered ${answer.status}. Nothing was changed.`);
  const digest = `sha256:${createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')}`;
  const said = answer.headers.get('docker-content-digest');
  if (said !== null && said !== digest)
    throw new Error(
      `${reference}: its manifest is ${digest}, and the registry says ${said}. Nothing was changed.`,
    );
  return digest;
}

/** Requests an anonymous token from the URL that a registry names when it refuses a request. */
async function anonymousToken(refusal: Response): Promise<string> {
  const wanted = refusal.headers.get('www-authenticate') ?? '';
  const { realm, ...query } = Object.fromEntries(
    [...wanted.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
  if (realm === undefined) throw new Error('The registry asks for a login. Nothing was changed.');
  const answer = await fetch(`${realm}?${new URLSearchParams(query).toString()}`);
  const { token, access_token: other } = (await answer.json()) as { token?: string; access_token?: string };
  return token ?? other ?? '';
}

if (process.argv[1]?.endsWith('pinImages.ts')) {
  const texts = await Promise.all(FILES.map((file) => readFile(file, 'utf8')));
  const after = await pinned(texts);
  for (const [index, file] of FILES.entries()) await writeFile(file, after[index]!);
  for (const [line] of after.join('\n').matchAll(REFERENCE)) process.stdout.write(`${line.trim()}\n`);
}
