import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../../src/sandbox/storage/permission/access.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

const grants = (id: string) => {
  const state = storageState(studio.sandbox.simulation());
  return permissionsOf(state, state.files.get(id)!);
};

const word = (role: string) => role.replaceAll(/([A-Z])/g, '_$1').toUpperCase();

describe('the permissions of a file', () => {
  it('of files that the caller may neither change nor share make no call', async () => {
    const { data, errors, extensions } = await studio.query(
      '{ files(first: 100) { nodes { fileId driveId capabilities { canEdit canShare } permissions { nodes { role } } } } }',
      {},
      'studio-guest',
    );
    expect(errors).toBeUndefined();
    const files = data.files.nodes as any[];
    const readOnly = files.filter(
      ({ capabilities }) => !capabilities.canEdit && !capabilities.canShare,
    );
    // Every member of a shared drive can read the permissions of its files.
    const [onSharedDrive, shut] = [true, false].map((isOn) =>
      readOnly.filter(({ driveId }) => (driveId !== null) === isOn),
    );
    expect(shut!.length).toBeGreaterThan(2);
    expect(shut!.map(({ permissions }) => permissions)).toEqual(shut!.map(() => null));
    expect(extensions['warnings']).toHaveLength(shut!.length);
    expect(onSharedDrive!.length).toBeGreaterThan(2);
    for (const { fileId, permissions } of onSharedDrive!)
      expect(permissions.nodes).toEqual(grants(fileId).map(({ role }) => ({ role: word(role) })));
    const lists = studio
      .calls()
      .filter(({ operation }) => operation === 'storage:permissions.list')
      .map(({ call }) => call.path.split('/').at(-2));
    const listed = files.filter(({ driveId }) => driveId !== null).map(({ fileId }) => fileId);
    expect(lists).toHaveLength(listed.length);
    expect(new Set(lists)).toEqual(new Set(listed));
  });
});
