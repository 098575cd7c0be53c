/**
 * `npm run reference`: writes the files that follow from Google's clients, and prints what has
 * changed in them. Run it after an update of a client, or a change of `facts.json`. With names of
 * operations (`npm run reference -- thirdPartyLinks.list`) it prints what the client says of them,
 * and a draft of what people write, instead. See docs/design/operation.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { changesOf } from './change.ts';
import { draftOf, publishedTexts } from './draft.ts';
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

for (const name of names)
  console.log(`${publishedTexts(clients, name).join('\n')}\n\n${draftOf(clients, name)}\n`);

if (names.length === 0) writeFiles();
