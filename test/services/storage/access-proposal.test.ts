import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { budget } = ids.file;
const { benBudget } = ids.accessProposal;
const { ben } = ids.person;

const file = () => storageState(studio.sandbox.simulation()).files.get(budget)!;
const id = (proposal: string): string => globalId('AccessProposal', [budget, proposal]);

describe('the resolution of an access proposal', () => {
  const resolve = async (input: string) => {
    const { data } = await studio.query(
      `mutation { resolveAccessProposal(input: { by: { id: "${id(benBudget)}" }, ${input} }) { deletedId file { permissions { nodes { role email } } } errors { code path } } }`,
    );
    return data.resolveAccessProposal;
  };

  it('grants the roles, and shows the file with its permissions', async () => {
    const result = await resolve('action: ACCEPT, roles: [COMMENTER]');
    expect([result.deletedId, result.errors]).toEqual([id(benBudget), []]);
    expect(result.file.permissions.nodes).toContainEqual({ role: 'COMMENTER', email: ben });
    expect(file().proposals.map((each) => each.id)).not.toContain(benBudget);
  });
});
