/** What `q` finds and in which order, held against the files themselves. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
const { file, person } = ids;
const everything = '/drive/v3/files?pageSize=1000&fields=*';

/** Ids found, sorted. */
async function find(q: string, token = 'studio-owner'): Promise<readonly string[]> {
  const { body } = await ask(`${everything}&q=${encodeURIComponent(q)}`, { token });
  return body.files.map(({ id }: { id: string }) => id).toSorted();
}

/** Ids of all files that a caller may find and that a test holds true, sorted. */
async function those(
  test: (file: any) => boolean,
  token = 'studio-owner',
): Promise<readonly string[]> {
  const { body } = await ask(everything, { token });
  return body.files
    .filter(test)
    .map(({ id }: { id: string }) => id)
    .toSorted();
}

const folder = 'application/vnd.google-apps.folder';

describe('a search finds exactly the files', () => {
  it.each<[law: string, q: string, test: (file: any) => boolean]>([
    ['of a type', `mimeType = '${folder}'`, ({ mimeType }) => mimeType === folder],
    ['of any type but one', `mimeType != '${folder}'`, ({ mimeType }) => mimeType !== folder],
    [
      'whose type begins so',
      "mimeType contains 'video/'",
      ({ mimeType }) => mimeType.startsWith('video/'),
    ],
    [
      'of a folder',
      `'${file.scripts}' in parents`,
      ({ parents }) => parents?.includes(file.scripts),
    ],
    ['at the top', "'root' in parents", ({ parents }) => parents?.includes(file.root)],
    [
      'of an owner',
      `'${person.chloe}' in owners`,
      ({ owners }) => owners[0].emailAddress === person.chloe,
    ],
    ['of the caller', "'me' in owners", ({ ownedByMe }) => ownedByMe],
    [
      'that somebody may write',
      `'${person.ben}' in writers`,
      ({ permissions }) =>
        permissions.some(
          (one: any) => one.emailAddress === person.ben && /writer|owner/.test(one.role),
        ),
    ],
    [
      'that somebody may read',
      `'${person.ben}' in readers`,
      ({ permissions }) => permissions.some((one: any) => one.emailAddress === person.ben),
    ],
    ['in the trash', 'trashed = true', ({ trashed }) => trashed],
    ['outside it', 'trashed != true', ({ trashed }) => !trashed],
    ['with a star', 'starred = true', ({ starred }) => starred],
    [
      'with a property',
      "properties has { key='season' and value='2' }",
      ({ properties }) => properties?.season === '2',
    ],
    [
      'with a property of two words',
      "properties has {key='reading order' and value='1'}",
      ({ properties }) => properties?.['reading order'],
    ],
    [
      'with a property of the app',
      `appProperties has { key='videoId' and value='${ids.video.launch}' }`,
      ({ appProperties }) => appProperties?.videoId === ids.video.launch,
    ],
    [
      'shared with the caller',
      'sharedWithMe',
      ({ sharedWithMeTime }) => sharedWithMeTime !== undefined,
    ],
    [
      'not shared with the caller',
      'sharedWithMe = false',
      ({ sharedWithMeTime }) => sharedWithMeTime === undefined,
    ],
    [
      'open to whoever has the link',
      "visibility = 'anyoneWithLink'",
      ({ id }) => id === file.pressKit,
    ],
    [
      'that a shortcut leads to',
      `shortcutDetails.targetId = '${file.runSheet}'`,
      ({ id }) => id === file.runSheetShortcut,
    ],
    [
      'changed after a day',
      "modifiedTime > '2026-02-20'",
      ({ modifiedTime }) => modifiedTime > '2026-02-20T00:00:00.000Z',
    ],
    [
      'changed until an instant',
      "modifiedTime <= '2026-01-01T12:00:00'",
      ({ modifiedTime }) => modifiedTime <= '2026-01-01T12:00:00.000Z',
    ],
    [
      'changed before an instant of another zone',
      "modifiedTime < '2026-01-01T12:00:00+02:00'",
      ({ modifiedTime }) => modifiedTime < '2026-01-01T10:00:00.000Z',
    ],
    [
      'made since a day',
      "createdTime >= '2025-10-01'",
      ({ createdTime }) => createdTime >= '2025-10-01T00:00:00.000Z',
    ],
    [
      'looked at since a day',
      "viewedByMeTime > '2026-03-01'",
      ({ viewedByMeTime }) => viewedByMeTime > '2026-03-01T00:00:00.000Z',
    ],
    [
      'of both terms',
      `starred = true and mimeType contains 'video/'`,
      ({ starred, mimeType }) => starred && mimeType.startsWith('video/'),
    ],
    [
      'of either term',
      `starred = true or trashed = true`,
      ({ starred, trashed }) => starred || trashed,
    ],
    [
      'of terms read from left to right',
      `trashed = true or starred = true and mimeType contains 'video/'`,
      ({ trashed, starred, mimeType }) => (trashed || starred) && mimeType.startsWith('video/'),
    ],
    [
      'of terms in parentheses',
      `trashed = true or (starred = true and not mimeType contains 'video/')`,
      ({ trashed, starred, mimeType }) => trashed || (starred && !mimeType.startsWith('video/')),
    ],
    [
      'of none of two terms',
      `not (trashed = true or starred = true)`,
      ({ trashed, starred }) => !trashed && !starred,
    ],
  ])('%s', async (_, q, test) => {
    const [expected, all] = [await those(test), await those(() => true)];
    expect(expected).not.toEqual([]);
    expect(expected).not.toEqual(all);
    expect(await find(q)).toEqual(expected);
  });
});

describe('a search by name', () => {
  it.each([
    ['with a quote', String.raw`name = 'Maren\'s interview notes'`, [file.interviewNotes]],
    ['with a backslash', String.raw`name = 'Shot list A\\B'`, [file.shotList]],
    ['with both', String.raw`name = 'Budget "Q1\\Q2".xlsx'`, [file.budget]],
    ['in other letters', "name contains '絵コンテ'", [file.storyboard]],
    ['in any case', "name contains 'PRESS'", [file.pressKit]],
    ['from the beginning of a word', "name contains 'aerial'", [file.harborAerial]],
    ['but not from its middle', "name contains 'erial'", []],
  ])('finds names %s', async (_, q, expected) => {
    expect(await find(q)).toEqual(expected);
  });
});

describe('a search by property', () => {
  it('finds nothing for another value, and nothing for a key that every object has', async () => {
    expect(await find("properties has { key='season' and value='3' }")).toEqual([]);
    expect(await find("properties has { key='constructor' and value='Object' }")).toEqual([]);
  });
});

describe('a search in contents', () => {
  it.each([
    ['words of the text', 'tide tables', [file.location]],
    ['words in any order', 'tables tide', [file.location]],
    ['a phrase', '"tide tables"', [file.location]],
    ['no phrase in another order', '"tables tide"', []],
    ['words of the description', 'minute by minute', [file.launchScript]],
    ['whole words alone', 'tabl', []],
  ])('finds %s', async (_, value, expected) => {
    expect(await find(`fullText contains '${value}'`)).toEqual(expected);
  });
});

describe('who looks', () => {
  it('finds only what is shared with them, and what lies in folders that are', async () => {
    const found = await find('trashed = false', 'studio-guest');
    expect(found).toEqual(
      [
        file.benDiary,
        file.benTreatment,
        file.harborAerial,
        file.launchScript,
        file.releasePlan,
        file.runSheet,
        file.storyboard,
        file.thumbnails,
        file.launchThumbnail,
        file.trailerThumbnail,
        file.posterDraft,
        file.channelBanner,
        file.logo,
      ].toSorted(),
    );
  });
  it('does not find what a link alone opens, except in a folder they name', async () => {
    expect(await find("name contains 'Press kit'", 'studio-guest')).toEqual([]);
    expect(
      (await ask(`/drive/v3/files/${file.pressKit}`, { token: 'studio-guest' })).body.name,
    ).toBe('Press kit.pdf');
    await ask('/drive/v3/files', {
      method: 'POST',
      body: { name: 'In a shared folder', parents: [file.thumbnails] },
    });
    expect(await find(`'${file.thumbnails}' in parents`, 'studio-guest')).toHaveLength(6);
  });
  it('has stars of their own', async () => {
    expect(await find('starred = true', 'studio-guest')).toEqual([]);
  });
  it('finds files of shared drives only when the call says so', async () => {
    const inArchive = [file.archiveIndex, file.firstSeason, file.masters].toSorted();
    const all = await find('trashed = false');
    expect(all.filter((id) => inArchive.includes(id))).toEqual([]);
    const flags = '&supportsAllDrives=true&includeItemsFromAllDrives=true';
    const read = async (rest: string): Promise<readonly string[]> =>
      (await ask(`${everything}${flags}${rest}`)).body.files
        .map(({ id }: { id: string }) => id)
        .toSorted();
    expect(await read(`&corpora=drive&driveId=${ids.drive.archive}`)).toEqual(inArchive);
    expect(await read('&corpora=allDrives&q=trashed%3Dfalse')).toEqual(
      [...all, ...inArchive].toSorted(),
    );
  });
  it('finds nothing in the space of application data', async () => {
    expect((await ask('/drive/v3/files?spaces=appDataFolder')).body.files).toEqual([]);
  });
});

describe('an order', () => {
  const ordered = async (orderBy: string): Promise<readonly any[]> =>
    (await ask(`${everything}&orderBy=${encodeURIComponent(orderBy)}`)).body.files;
  it('goes by time, up and down', async () => {
    const times: readonly string[] = (await ordered('createdTime')).map(
      ({ createdTime }) => createdTime,
    );
    expect(times).toEqual(times.toSorted());
    expect((await ordered('createdTime desc')).map(({ createdTime }) => createdTime)).toEqual(
      times.toReversed(),
    );
  });
  it('puts folders first, then the largest', async () => {
    const files = await ordered('folder,quotaBytesUsed desc');
    const folders = files.filter(({ mimeType }) => mimeType === folder);
    expect(files.slice(0, folders.length)).toEqual(folders);
    const sizes = files.slice(folders.length).map(({ quotaBytesUsed }) => Number(quotaBytesUsed));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBeGreaterThan(10);
  });
  it('is the latest change first unless said otherwise', async () => {
    const times = (await ask(everything)).body.files.map(
      ({ modifiedTime }: { modifiedTime: string }) => modifiedTime,
    );
    expect(times).toEqual(times.toSorted().toReversed());
  });
  it.each([
    'name',
    'name_natural',
    'recency',
    'starred',
    'viewedByMeTime',
    'modifiedByMeTime desc',
    'sharedWithMeTime',
    'modifiedTime',
  ])('by %s keeps every file', async (orderBy) => {
    const found: readonly string[] = (await ordered(orderBy)).map(({ id }) => id);
    expect(found.toSorted()).toEqual(await find("name != ''"));
  });
});

describe('pages', () => {
  it('together hold every file once, and the last has no token', async () => {
    const all = (await ask(everything)).body.files.map(({ id }: { id: string }) => id);
    const got: string[] = [];
    let token = '';
    let pages = 0;
    do {
      const { body } = await ask(
        `/drive/v3/files?pageSize=7&fields=files/id,nextPageToken${token && `&pageToken=${token}`}`,
      );
      got.push(...body.files.map(({ id }: { id: string }) => id));
      token = body.nextPageToken ?? '';
      pages += 1;
    } while (token !== '');
    expect(got).toEqual(all);
    expect(pages).toBe(Math.ceil(all.length / 7));
  });
  it('cannot go on without their token in the mask', async () => {
    expect((await ask('/drive/v3/files?pageSize=2&fields=files/id')).body).not.toHaveProperty(
      'nextPageToken',
    );
  });
});
