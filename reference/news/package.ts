/** Versions of Google's clients from the registry of npm. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, type ClientName, clientOf } from '../client.ts';
import { Unread } from './download.ts';

const run = promisify(execFile);

interface PackedClient {
  readonly version: string;
  readonly client: Client;
}

/**
 * The client in a published package, fetched by `npm pack` with the settings of npm.
 * @param version `latest` or one that was published
 * @param registry the address of another registry
 * @throws {Unread} if npm cannot fetch it
 */
export async function packedClient(
  name: ClientName,
  version: string,
  registry?: string,
): Promise<PackedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'studiograph-news-'));
  try {
    const options = ['--json', '--silent', '--pack-destination', folder];
    const other = registry === undefined ? [] : ['--registry', registry, '--cache', folder];
    const spec = `@googleapis/${name}@${version}`;
    const { stdout } = await run('npm', ['pack', spec, ...options, ...other]).catch(throwUnread);
    const [packed] = JSON.parse(stdout) as { filename: string; version: string }[];
    await run('tar', ['-xzf', join(folder, packed!.filename), '-C', folder]);
    const read = (file: string): Promise<string> =>
      readFile(join(folder, 'package', 'build', file), 'utf8');
    const client = clientOf(name, await read('v3.d.ts'), await read('v3.js'));
    return { version: packed!.version, client };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function throwUnread(error: unknown): never {
  const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string };
  const [, summary] = /"summary": "([^"]*)"/.exec(stdout ?? '') ?? [];
  throw new Unread(`npm pack: ${summary ?? (stderr?.trim() || message)}`, { cause: error });
}
