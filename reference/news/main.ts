/**
 * `npm run news`: prints what Google has published since the last reading, and which facts it
 * touches: docs/development.md says what to do with it. Options:
 * - `--read`: record what could be read in `news.json`.
 * - `--base-url <url>`: read `https://host/path` at `<url>/host/path`, and packages at
 *   `<url>/registry.npmjs.org/`: from a mirror, or in a test.
 * - `<client> [<from> [<to>]]`: only compare two published versions of a client, for example
 *   `youtube 34.1.0 39.0.0`. Default: the installed version, and the newest.
 *
 * The first documents of `news.json` are those of the package google-api-python-client 2.201.0. No
 * page has been read yet: of each, the first reading prints the entries after 28 November 2026.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ClientName } from '../client.ts';
import { readClients } from '../generate.ts';
import { facts, modelOf } from '../model.ts';
import { Unread } from './download.ts';
import { readNews, type ReadState } from './news.ts';
import { packedClient } from './package.ts';
import { changesOf, ownersOf, statementsOfClient } from './statement.ts';
import { touchOf } from './touch.ts';

const stateUrl = new URL('../news.json', import.meta.url);

const clients = readClients();
const touch = touchOf(modelOf(clients, facts), facts);

/** One line for each operation, type and page: then a difference shows what has changed. */
function write({ date, pages, documents }: ReadState): void {
  const line = ([name, value]: [string, unknown]): string =>
    `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const block = (entries: readonly string[]): string => `{\n${entries.join(',\n')}\n}`;
  const ofDocuments = Object.entries(documents).map(
    ([name, { revision, owners }]) =>
      `${JSON.stringify(name)}: { ${line(['revision', revision])}, "owners": ${block(Object.entries(owners).map(line))} }`,
  );
  const parts = [
    line(['date', date]),
    `"pages": ${block(Object.entries(pages).map(line))}`,
    `"documents": ${block(ofDocuments)}`,
  ];
  writeFileSync(stateUrl, `${block(parts)}\n`);
}

/** The changes from one published version of a client to another, or from the installed one. */
async function compareClients(name: ClientName, from: string | undefined, to: string) {
  try {
    const older = from === undefined ? clients[name] : (await fetched(name, from)).client;
    const newer = await fetched(name, to);
    const changes = changesOf(
      ownersOf(statementsOfClient(older)),
      statementsOfClient(newer.client),
      (owner, member) => touch.ofPlace(name, owner, member),
    );
    if (changes.length > 0) print(`Client ${name}, version ${newer.version}:`, ...changes);
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    process.exitCode = 1;
    print(`Client ${name}: not read: ${error.message}`);
  }
}

const fetched = (name: ClientName, version: string) =>
  packedClient(name, version, baseUrl && `${baseUrl}/registry.npmjs.org/`);

let printed = false;

function print(...lines: readonly string[]): void {
  printed ||= lines.length > 0;
  for (const line of lines) console.log(line);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'base-url': { type: 'string' }, read: { type: 'boolean', default: false } },
});

const baseUrl = values['base-url'];

const clientName = (text: string | undefined): ClientName => {
  if (text !== undefined && text in clients) return text as ClientName;
  throw new Error(`${text} is no client; expected ${Object.keys(clients).join(', ')}`);
};

async function readAll(): Promise<void> {
  const before = JSON.parse(readFileSync(stateUrl, 'utf8')) as ReadState;
  const { lines, state, unread } = await readNews(before, touch, baseUrl);
  print(...lines);
  if (unread > 0) process.exitCode = 1;
  for (const name of Object.keys(clients))
    await compareClients(clientName(name), undefined, 'latest');
  const { date } = before;
  // A page that has never been read starts from the date.
  if (values.read)
    write({ ...state, date: unread > 0 ? date : new Date().toISOString().slice(0, 10) });
}

if (positionals.length === 0) await readAll();
else await compareClients(clientName(positionals[0]), positionals[1], positionals[2] ?? 'latest');

if (!printed) console.log('Nothing is new.');
