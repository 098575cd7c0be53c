/** What `npm run reference` prints after an update of a client. */
import { describe, expect, it } from 'vitest';
import { changesOf } from '../../reference/change.ts';
import type { Client } from '../../reference/client.ts';
import { generate, readClients } from '../../reference/generate.ts';
import { facts } from '../../reference/model.ts';

const clients = readClients();

/** The lines that are printed after an update of the client of Drive. */
function printedAfter(update: (client: Client) => Client): string[] {
  const before = generate(clients, facts);
  return changesOf(before, generate({ ...clients, drive: update(clients.drive) }, facts));
}

const operation = {
  method: 'POST',
  path: '/drive/v3/files/{fileId}/bless',
  parameters: {
    fileId: { type: 'string', in: 'path', required: true },
    force: { type: 'boolean[]', in: 'query', required: false, deprecated: true },
  },
  body: 'BlessRequest',
  answer: 'File',
  scopes: ['drive'],
} as const;

const types = {
  BlessRequest: { text: { type: 'string' }, state: { type: 'string', readOnly: true } },
} as const;

const withOperation = (client: Client): Client => ({
  ...client,
  operations: { ...client.operations, 'files.bless': operation },
  types: { ...client.types, ...types },
});

/** The client with another type `File`. */
function withFile(client: Client, change: (file: Client['types'][string]) => object): Client {
  const file = client.types['File']!;
  return { ...client, types: { ...client.types, File: { ...change(file) } } };
}

describe('an update of a client', () => {
  it('is silent if it changes nothing', () => {
    expect(printedAfter((client) => ({ ...client }))).toEqual([]);
  });
  it('shows a new operation with its parameters and types', () => {
    expect(printedAfter(withOperation)).toEqual([
      '+ operation storage:files.bless: POST /drive/v3/files/{fileId}/bless, body BlessRequest, answer File',
      '+ scopes storage:files.bless: drive',
      '+ parameter storage:files.bless?fileId: string, required',
      '+ parameter storage:files.bless?force: boolean, list, deprecated',
      '+ field drive BlessRequest.text: string',
      '+ field drive BlessRequest.state: string',
      '+ writable text: storage:files.bless',
    ]);
  });
  it('shows a new field, and the writes that can set it', () => {
    const printed = printedAfter((client) =>
      withFile(client, (file) => ({ ...file, mood: { type: 'string' } })),
    );
    expect(printed).toEqual([
      '+ field drive File.mood: string',
      '+ writable mood: storage:files.copy, storage:files.create, storage:files.update',
    ]);
  });
  it('shows what is gone and what has another type', () => {
    const printed = printedAfter((client) =>
      withFile(client, (file) => {
        const others = Object.entries(file).filter(([name]) => name !== 'starred');
        return { ...Object.fromEntries(others), description: { type: 'number' } };
      }),
    );
    expect(printed).toContain('- field drive File.starred: boolean');
    expect(printed).toContain('~ field drive File.description: string -> number');
    expect(printed).toContain(
      '- writable starred: storage:files.copy, storage:files.create, storage:files.update',
    );
  });
  it('shows whose description has another text', () => {
    const printed = printedAfter((client) => ({
      ...client,
      descriptions: { ...client.descriptions, 'File.size': 'another' },
    }));
    expect(printed).toEqual([expect.stringMatching(/^~ text drive File\.size: \w{8} -> \w{8}$/)]);
  });
  it('shows everything if there are no files yet', () => {
    const now = generate(clients, facts);
    expect(changesOf({}, now)).toContain(
      '+ operation video:videos.list: GET /videos, answer VideoListResponse',
    );
  });
});
