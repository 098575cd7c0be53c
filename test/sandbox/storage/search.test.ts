/** The parameters `q` and `orderBy` of `files.list`, compared with the files. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const { ask } = useSandbox();
const { file, person } = ids;
const everything = '/drive/v3/files?pageSize=1000&fields=*';

/** The ids of the found files, sorted. */
async function find(q: string, token = 'studio-owner'): Promise<readonly string[]> {
  const { body } = await ask(`${everything}&q=${encodeURIComponent(q)}`, { token });
  return body.files.map(({ id }: { id: string }) => id).toSorted();
}

/** The ids of all files that the caller can find and that pass a test, sorted. */
async function filter(
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
  it.each<[rule: string, q: string, test: (file: any) => boolean]>([
    ['not of a type', `mimeType != '${folder}'`, ({ mimeType }) => mimeType !== folder],
    [
      'of an owner, in any case',
      `'${person.chloe.replace('s', 'S')}' in owners`,
      ({ owners }) => owners[0].emailAddress === person.chloe,
    ],
    ['not in the trash', 'trashed != true', ({ trashed }) => !trashed],
    [
      'modified after a date',
      "modifiedTime > '2026-02-20'",
      ({ modifiedTime }) => modifiedTime > '2026-02-20T00:00:00.000Z',
    ],
    [
      'modified until a time',
      "modifiedTime <= '2026-01-01T12:00:00'",
      ({ modifiedTime }) => modifiedTime <= '2026-01-01T12:00:00.000Z',
    ],
    [
      'modified before a time with an offset',
      "modifiedTime < '2026-01-01T12:00:00+02:00'",
      ({ modifiedTime }) => modifiedTime < '2026-01-01T10:00:00.000Z',
    ],
    [
      'created since a date',
      "createdTime >= '2025-10-01'",
      ({ createdTime }) => createdTime >= '2025-10-01T00:00:00.000Z',
    ],
    [
      'viewed after a date',
      "viewedByMeTime > '2026-03-01'",
      ({ viewedByMeTime }) => viewedByMeTime > '2026-03-01T00:00:00.000Z',
    ],
    [
      'matching both terms',
      `starred = true and mimeType contains 'video/'`,
      ({ starred, mimeType }) => starred && mimeType.startsWith('video/'),
    ],
    [
      'matching one of two terms',
      `starred = true or trashed = true`,
      ({ starred, trashed }) => starred || trashed,
    ],
    [
      'matching terms from left to right',
      `trashed = true or starred = true and mimeType contains 'video/'`,
      ({ trashed, starred, mimeType }) => (trashed || starred) && mimeType.startsWith('video/'),
    ],
    [
      'matching terms in parentheses',
      `trashed = true or (starred = true and not mimeType contains 'video/')`,
      ({ trashed, starred, mimeType }) => trashed || (starred && !mimeType.startsWith('video/')),
    ],
    [
      'matching neither of two terms',
      `not (trashed = true or starred = true)`,
      ({ trashed, starred }) => !trashed && !starred,
    ],
  ])('%s', async (_, q, test) => {
    const [expected, all] = [await filter(test), await filter(() => true)];
    expect(expected).not.toEqual([]);
    expect(expected).not.toEqual(all);
    expect(await find(q)).toEqual(expected);
  });
});

describe('a search by name', () => {
  it.each([
    ['with both', String.raw`name = 'Budget "Q1\\Q2".xlsx'`, [file.budget]],
    ['in other scripts', "name contains '絵コンテ'", [file.storyboard]],
    ['in any case', "name contains 'PRESS'", [file.pressKit]],
    ['by the whole name in any case', "name = 'PRESS KIT.PDF'", [file.pressKit]],
    ['by the beginning of a word', "name contains 'aerial'", [file.harborAerial]],
    ['but not by the middle of a word', "name contains 'erial'", []],
  ])('finds names %s', async (_, q, expected) => {
    expect(await find(q)).toEqual(expected);
  });
});

it.each([
  ['AR_Ab-ops-DO_', 'AR_Ab-ops-U-FI-DO_2022_11.csv'],
  ['outsideit.net_db_oit', 'zorg.outsideit.net_db_zor_oit_2016.sql.gz'],
])('a search by the words of %s finds them apart, in %s', async (words, name) => {
  const body = { name, mimeType: 'text/plain' };
  const { body: made } = await ask('/drive/v3/files', { method: 'POST', body });
  expect(await find(`name contains '${words}'`)).toEqual([made.id]);
  expect(await find(`name contains '${words} nowhere'`)).toEqual([]);
});

describe('a search by property', () => {
  it('finds nothing for another value or the key of an inherited property', async () => {
    expect(await find("properties has { key='season' and value='3' }")).toEqual([]);
    expect(await find("properties has { key='constructor' and value='Object' }")).toEqual([]);
  });
});

describe('a search by the fields of a label', () => {
  const { label, labelField, labelChoice } = ids;
  const at = (name: keyof typeof labelField) => `labels/${label.production}.${labelField[name]}`;
  const regions = `labels/${label.rights}.${labelField.region}`;
  const [script, license] = [file.launchScript, file.musicLicense];

  it.each([
    [`${at('code')} is not null`, [script]],
    [`'labels/${label.production}' in labels and ${at('code')} IS NULL`, []],
    [`${at('code')} = 'WL-01'`, [script]],
    [`${at('code')} = 'WL'`, []],
    [`${at('code')} contains 'wl'`, [script]],
    [`${at('code')} STARTS WITH 'WL'`, [script]],
    [`${at('code')} starts with 'L-'`, []],
    [`${at('take')} < 10`, [script]],
    [`${at('take')} > 3`, []],
    [`${at('take')} != 3`, []],
    [`${at('shotOn')} <= '2026-02-28'`, [script]],
    [`${at('shotOn')} < '2026-02-28'`, []],
    [`${at('stage')} = '${labelChoice.review}'`, [script]],
    [`${at('stage')} != '${labelChoice.final}'`, [script]],
    [`'${person.chloe}' in ${at('crew')}`, [script]],
    [`'${person.ben}' IN ${at('crew')}`, []],
    [`NOT '${labelChoice.americas}' IN ${regions} and ${regions} is not null`, [license]],
    [`'${labelChoice.asia}' in ${regions} or ${at('take')} = 3`, [script, license].toSorted()],
  ])('finds what has %s', async (q, expected) => {
    expect(await find(`${q} and trashed = false`)).toEqual(expected);
  });
  it.each([
    ['an operator of another type', `${at('code')} < 'X'`],
    ['the inequality of texts', `${at('code')} != 'X'`],
    ['a number in quotes', `${at('take')} = '3'`],
    ['a date without quotes', `${at('shotOn')} = 2026-02-28`],
    ['a time in place of a date', `${at('shotOn')} = '2026-02-28T00:00:00Z'`],
    ['a text without quotes', `${at('stage')} = ${labelChoice.review}`],
    ['the equality of lists', `${regions} = '${labelChoice.asia}'`],
    ['a member of a single value', `'${labelChoice.review}' in ${at('stage')}`],
    ['a field that the label lacks', `labels/${label.rights}.${labelField.code} is null`],
    ['half of a presence', `${at('code')} is not`],
    ['half of a beginning', `${at('code')} starts 'WL'`],
    ['the presence of no label', 'name is null'],
  ])('refuses %s', async (_, q) => {
    const { status, body } = await ask(`${everything}&q=${encodeURIComponent(q)}`);
    expect([status, body.error.errors[0]]).toEqual([
      400,
      expect.objectContaining({ reason: 'invalid', location: 'q' }),
    ]);
  });
});

describe('a full-text search', () => {
  it.each([
    ['words in any order', 'tables tide', [file.location]],
    ['no phrase in another order', '"tables tide"', []],
    ['words of the description', 'minute by minute', [file.launchScript]],
    ['only whole words', 'tabl', []],
  ])('finds %s', async (_, value, expected) => {
    expect(await find(`fullText contains '${value}'`)).toEqual(expected);
  });
});

describe('a user', () => {
  it('finds only their own files, shared files and files in shared folders', async () => {
    const found = await find('trashed = false', 'studio-guest');
    expect(found).toEqual(
      [
        file.subtitleTool,
        file.benDiary,
        file.benTreatment,
        file.festivalSheet,
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
  it('finds files shared by link only in a folder that the search names', async () => {
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
  it('finds only files with their own star', async () => {
    expect(await find('starred = true', 'studio-guest')).toEqual([]);
  });
  it('finds files of shared drives only with includeItemsFromAllDrives', async () => {
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
  it('finds nothing in the space appDataFolder', async () => {
    expect((await ask('/drive/v3/files?spaces=appDataFolder')).body.files).toEqual([]);
  });
});

describe('an order', () => {
  const ordered = async (orderBy: string): Promise<readonly any[]> =>
    (await ask(`${everything}&orderBy=${encodeURIComponent(orderBy)}`)).body.files;
  it('is ascending or descending', async () => {
    const times: readonly string[] = (await ordered('createdTime')).map(
      ({ createdTime }) => createdTime,
    );
    expect(times).toEqual(times.toSorted());
    expect((await ordered('createdTime desc')).map(({ createdTime }) => createdTime)).toEqual(
      times.toReversed(),
    );
  });
  it('has several keys', async () => {
    const files = await ordered('folder,quotaBytesUsed desc');
    const folders = files.filter(({ mimeType }) => mimeType === folder);
    expect(files.slice(0, folders.length)).toEqual(folders);
    const sizes = files.slice(folders.length).map(({ quotaBytesUsed }) => Number(quotaBytesUsed));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBeGreaterThan(10);
  });
  it('is by modifiedTime, latest first, by default', async () => {
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
  ])('by %s contains every file', async (orderBy) => {
    const found: readonly string[] = (await ordered(orderBy)).map(({ id }) => id);
    expect(found.toSorted()).toEqual(await filter(() => true));
  });
});

describe('pages', () => {
  it('together contain every file once, and the last one has no page token', async () => {
    const all = (await ask(everything)).body.files.map(({ id }: { id: string }) => id);
    const response: string[] = [];
    let token = '';
    let pages = 0;
    do {
      const { body } = await ask(
        `/drive/v3/files?pageSize=7&fields=files/id,nextPageToken${token && `&pageToken=${token}`}`,
      );
      response.push(...body.files.map(({ id }: { id: string }) => id));
      token = body.nextPageToken ?? '';
      pages += 1;
    } while (token !== '');
    expect(response).toEqual(all);
    expect(pages).toBe(Math.ceil(all.length / 7));
  });
  it('have no page token unless the mask names it', async () => {
    expect((await ask('/drive/v3/files?pageSize=2&fields=files/id')).body).not.toHaveProperty(
      'nextPageToken',
    );
  });
});
