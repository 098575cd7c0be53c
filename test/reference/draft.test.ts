/** What `npm run reference -- <operation>` prints. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../reference/draft.ts';
import { readClients } from '../../reference/generate.ts';

const clients = readClients();

describe('the draft of an operation', () => {
  it('is that of the example in docs/design/operation.md', () => {
    const page = readFileSync(new URL('../../docs/design/operation.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n${draftOf(clients, 'membershipsLevels.list')}\n\`\`\``);
  });
  it('exists for each operation of the clients', () => {
    for (const { operations } of Object.values(clients))
      for (const name of Object.keys(operations))
        expect(draftOf(clients, name)).toContain(`"${name}": {"why":"`);
  });
  it('is refused for an operation that no client has', () => {
    expect(() => draftOf(clients, 'videos.find')).toThrow('No client has videos.find');
  });
});
