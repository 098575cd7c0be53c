/** Taking access to files back. */
import { agentTool, idInput, input } from './agent-tool.ts';
import {
  accessAnswer,
  accessOf,
  type FileAccess,
  granteeOf,
  isInherited,
  isOf,
  readAccess,
} from './file-access.ts';
import { ToolFailure } from './tool-failure.ts';

const revoke = `mutation ($entries: [DeleteFilePermissionInput!]!) {
  deleteFilePermissions(input: { entries: $entries }) {
    results { deletedId errors { code message path } }
    errors { code message path }
  }
}`;

export const unshare = agentTool({
  name: 'unshare',
  title: 'Stop sharing a file',
  tier: 'write',
  description:
    'Take access to a file or folder back from those named, and nobody else. Not from the owner, and not what comes from a folder above.',
  input: {
    id: idInput('the file or folder'),
    from: input.texts('Email addresses, anyone, or a domain.'),
  },
  answer: { ...accessAnswer, hadNone: ['array', 'Those named who had no access.'] },
  isDestructive: true,
  isRepeatable: true,
  run: async (given, run) => {
    if (given.from.length === 0) throw ToolFailure.ofInput('from', 'empty; expected at least one');
    const grantees = given.from.map((each) => granteeOf('from', each));
    const id = await run.idOf('id', given.id);
    const file = await readAccess(id, run);
    const found = file.permissions.filter((each) => grantees.some((one) => isOf(each, one)));
    checkRemovable(found);
    const without = given.from.filter((_, at) => !found.some((each) => isOf(each, grantees[at]!)));
    const rest = without.length > 0 ? { hadNone: without } : {};
    if (found.length === 0) return { ...accessOf(file), ...rest };
    await run.write('Took the access back.', revoke, {
      entries: found.map((each) => ({ by: { id: each.id } })),
    });
    return { ...accessOf(await readAccess(id, run)), ...rest };
  },
});

/** Nothing is removed if something cannot be. @throws ToolFailure */
function checkRemovable(permissions: FileAccess['permissions']): void {
  for (const permission of permissions) {
    const { role, email, domain, permissionDetails } = permission;
    const who = email ?? domain ?? 'anyone';
    if (role === 'OWNER')
      throw ToolFailure.ofInput('from', `${who} is the owner, who cannot lose the access`);
    if (!isInherited(permission)) continue;
    const above = permissionDetails?.find(({ inheritedFromId }) => inheritedFromId !== null);
    const where = above ? `: the folder with the id ${above.inheritedFromId}` : '';
    throw ToolFailure.ofInput(
      'from',
      `${who} has the access from a folder above, where alone it can be taken back${where}`,
    );
  }
}
