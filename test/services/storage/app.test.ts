/** Apps of Google Drive: the list of the caller, and lookups by id. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { appPlans } from '../../../src/sandbox/seed/storage/app.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const [docs] = appPlans;
const { docs: docsId, sheets, storyboards } = ids.driveApp;
const requests = () => studio.calls().map(({ operation, query }) => [operation, query]);
const idsIn = (data: any): string[] => data.viewer.driveApps.map(({ appId }: any) => appId);

describe('the apps of the caller', () => {
  it('are read with one call', async () => {
    const data = await studio.data(
      '{ viewer { driveApps { id appId name objectType shortDescription longDescription productId productUrl installed authorized hasDriveWideScope useByDefault supportsCreate supportsImport supportsMultiOpen supportsOfflineCreate createUrl createInFolderTemplate openUrlTemplate primaryMimeTypes secondaryMimeTypes primaryFileExtensions secondaryFileExtensions icons { category size iconUrl } } } }',
    );
    expect(data.viewer.driveApps).toHaveLength(appPlans.length);
    expect(data.viewer.driveApps[0]).toEqual({
      id: globalId('DriveApp', [docsId]),
      appId: docsId,
      name: docs!.names.en,
      objectType: docs!.names.en,
      shortDescription: docs!.description,
      longDescription: `${docs!.description} Opens gdoc files.`,
      productId: docsId,
      productUrl: `https://apps.example/${docsId}`,
      installed: true,
      authorized: true,
      hasDriveWideScope: true,
      useByDefault: true,
      supportsCreate: true,
      supportsImport: true,
      supportsMultiOpen: false,
      supportsOfflineCreate: true,
      createUrl: docs!.createUrl,
      createInFolderTemplate: `${docs!.createUrl}&folder={folderId}`,
      openUrlTemplate: `https://apps.example/${docsId}/open?ids={ids}`,
      primaryMimeTypes: docs!.mimeTypes.primary,
      secondaryMimeTypes: docs!.mimeTypes.secondary,
      primaryFileExtensions: docs!.extensions.primary,
      secondaryFileExtensions: docs!.extensions.secondary,
      icons: [
        ['APPLICATION', 16],
        ['APPLICATION', 32],
        ['DOCUMENT', 16],
      ].map(([category, size]) => ({
        category,
        size,
        iconUrl: `https://drive.example/app/${docsId}/${String(category).toLowerCase()}-${size}.png`,
      })),
    });
    expect(studio.operations()).toEqual(['storage:apps.list']);
  });
  it('can be those that open some formats, with names in a language', async () => {
    const { data } = await studio.query(
      '{ viewer { driveApps(extensions: ["txt", "csv"], language: "sv") { appId name } } }',
    );
    expect(data.viewer.driveApps).toEqual([
      { appId: docsId, name: 'Dokument' },
      { appId: sheets, name: 'Kalkylark' },
    ]);
    expect(requests()).toEqual([
      [
        'storage:apps.list',
        {
          appFilterExtensions: ['txt,csv'],
          languageCode: ['sv'],
          fields: ['items(id,name)'],
          prettyPrint: ['false'],
        },
      ],
    ]);
    const either = await studio.query(
      '{ viewer { driveApps(extensions: ["pdf"], mimeTypes: ["text/csv"]) { appId } } }',
    );
    expect(idsIn(either.data)).toEqual([sheets, storyboards]);
    const all = await studio.query('{ viewer { driveApps(extensions: []) { appId } } }');
    expect(idsIn(all.data)).toHaveLength(appPlans.length);
  });
  it.each(['extensions', 'mimeTypes'])('reject a comma in an entry of %s', async (argument) => {
    const { errors } = await studio.query(
      `{ viewer { driveApps(${argument}: ["a,b"]) { appId } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('driveApp', () => {
  it('reads an app by its Drive id or its global id', async () => {
    for (const id of [sheets, globalId('DriveApp', [sheets])]) {
      const { data } = await studio.query('query ($id: ID!) { driveApp(id: $id) { name } }', {
        id,
      });
      expect(data.driveApp).toEqual({ name: 'Spreadsheets' });
    }
    expect(studio.calls().map(({ operation, call }) => [operation, call.path])).toEqual(
      Array.from({ length: 2 }, () => ['storage:apps.get', `/drive/v3/apps/${sheets}`]),
    );
  });
  it('is an error for an app that does not exist', async () => {
    const missing = await studio.query('{ driveApp(id: "999") { name } }');
    expect(missing.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', id: '999' } }]);
    expect(studio.operations()).toEqual(['storage:apps.get']);
  });
});
