/** Content restrictions of files: the only list of which Google Drive has one entry. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(options);

const { script, talentRelease } = ids.file;

/** Restricted in the seed, with a reason, for the owner alone. */
const restricted = { readOnly: true, reason: 'Signed by all parties.', ownerRestricted: true };

const selection = 'contentRestrictions { readOnly reason ownerRestricted }';

async function update(contentRestrictions: unknown, id: string = talentRelease) {
  const { body } = await studio.gateway.query(
    `mutation ($input: UpdateFileInput!) { updateFile(input: $input) { file { ${selection} } errors { code path } } }`,
    { input: { id, contentRestrictions } },
    { authorization: 'Bearer studio-owner' },
  );
  expect(body.errors).toBeUndefined();
  return body.data.updateFile as {
    readonly file: { readonly contentRestrictions: readonly object[] | null } | null;
    readonly errors: readonly object[];
  };
}

const restrictionsAfter = async (change: unknown, id?: string) => {
  const { file, errors } = await update(change, id);
  expect(errors).toEqual([]);
  return file!.contentRestrictions;
};

const sentBody = () => studio.calls().find(({ call }) => call.method === 'PATCH')!.body;

describe('a change of contentRestrictions', () => {
  it('merges the entry, without the fields that Google Drive sets', async () => {
    expect(await restrictionsAfter({ set: [{ reason: 'Final' }] })).toEqual([
      { ...restricted, reason: 'Final' },
    ]);
    expect(sentBody()).toEqual({ contentRestrictions: [{ ...restricted, reason: 'Final' }] });
  });
  it('keeps what two clients change at the same time', async () => {
    await Promise.all([
      restrictionsAfter({ set: [{ reason: 'Final' }] }),
      restrictionsAfter({ set: [{ ownerRestricted: false }] }),
    ]);
    expect(await restrictionsAfter({ set: [{}] })).toEqual([
      { ...restricted, reason: 'Final', ownerRestricted: false },
    ]);
  });
  it('clears the reason by null, and keeps fields that the schema does not show', async () => {
    proxy.edit(({ contentRestrictions }) => {
      for (const entry of (contentRestrictions ?? []) as object[])
        Object.assign(entry, { hidden: 'x' });
    });
    await update({ set: [{ reason: null }] });
    expect(sentBody()).toEqual({
      contentRestrictions: [{ readOnly: true, ownerRestricted: true, hidden: 'x' }],
    });
  });
  it('restricts a file that was not restricted', async () => {
    expect(await restrictionsAfter({ set: [{ reason: 'Draft' }] }, script)).toEqual([
      { readOnly: true, reason: 'Draft', ownerRestricted: false },
    ]);
  });
  it.each([
    ['remove', { remove: ['GLOBAL_CONTENT_RESTRICTION'] }],
    ['an empty replaceAll', { replaceAll: [] }],
    ['readOnly: false', { set: [{ readOnly: false }] }],
    ['null', null],
  ])('ends the restriction by %s', async (_, change) => {
    expect(await restrictionsAfter(change)).toBeNull();
    expect(sentBody()).toEqual({ contentRestrictions: [{ readOnly: false }] });
    // There is none to remove any more.
    expect(await restrictionsAfter(change)).toBeNull();
  });
  it('reads the list before the write, but not to remove all', async () => {
    await restrictionsAfter({ replaceAll: [{ reason: 'Final' }] });
    await restrictionsAfter(null);
    expect(studio.calls().map(({ call }) => call.method)).toEqual(['GET', 'PATCH', 'PATCH']);
  });
});
