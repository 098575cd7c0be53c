/**
 * `npm run reference`: writes the files that follow from Google's clients, and prints what has
 * changed in them. Run it after an update of a client, or a change of `facts.json`. With names of
 * operations (`npm run reference -- thirdPartyLinks.list`) it prints a draft of what people write
 * for them instead. See docs/design/operation.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { changesOf } from './change.ts';
import { draftOf } from './draft.ts';
import { generate, readClients } from './generate.ts';
import { facts } from './model.ts';

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** The content of a file; empty if there is none. */
const read = (path: string): string =>
  existsSync(urlOf(path)) ? readFileSync(urlOf(path), 'utf8') : '';

const clients = readClients();

function writeFiles(): void {
  const files = generate(clients, facts);
  const before = Object.fromEntries(Object.keys(files).map((path) => [path, read(path)]));
  for (const [path, text] of Object.entries(files)) writeFileSync(urlOf(path), text);
  const written = Object.keys(files).filter((path) => files[path] !== before[path]);
  console.log([...changesOf(before, files), ...written].join('\n') || 'Nothing has changed.');
}

const names = process.argv.slice(2);

if (names.length > 0) console.log(names.map((name) => draftOf(clients, name)).join('\n\n'));
else writeFiles();
