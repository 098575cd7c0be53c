/** Apps that open and create files in Google Drive. */
import type { drive_v3 } from '@googleapis/drive';
import { apps } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { fields, valueType, ownKey } from '../../../engine/schema/field/path-field.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { DriveApp } from '../resources.ts';
import { DriveAppIconCategory } from '../enums.ts';

const DriveAppIcon = valueType<drive_v3.Schema$AppIcons>('DriveAppIcon', 'AppIcons').rows(
  'An icon of an app in one size.',
  {
    category: [
      DriveAppIconCategory,
      'The kind of object that the icon represents: the app or its files.',
    ],
    size: 'The larger one of width and height. Pixels.',
    iconUrl: ['URL', 'The URL of the image.'],
  },
);

interface AppArguments {
  readonly extensions?: readonly string[] | null;
  readonly mimeTypes?: readonly string[] | null;
  readonly language?: string | null;
}

export function addApp(): void {
  DriveApp.implement({
    ...node,
    description: 'An app that can open or create files in Google Drive.',
    fields: (t) => ({
      appId: ownKey(t, 'The Google Drive id of the app.'),
      ...fields(t, {
        name: 'The name of the app. In English, or in the language that `Viewer.driveApps` was asked for.',
        objectType:
          'The kind of file that the app creates, for example `Chart`. Null or empty: see `name`.',
        shortDescription: 'A description of one sentence, for lists.',
        longDescription: 'A description of several sentences, for a page of the app.',
        productId: ['String', 'The id of the app in the Google Workspace Marketplace.'],
        productUrl: ['URL', 'The URL of the app in the Google Workspace Marketplace.'],
        icons: [[DriveAppIcon], 'The icons of the app and of its files.'],
        installed: 'Whether the caller has installed the app.',
        authorized:
          'Whether the app is authorized to access files in the Google Drive of the caller.',
        hasDriveWideScope:
          'Whether the app can access all files in the Google Drive of the caller.',
        useByDefault:
          'Whether the caller opens files of the supported types with the app by default.',
        supportsCreate: 'Whether the app can create files.',
        supportsImport: 'Whether the app can import documents of the Google editors.',
        supportsMultiOpen: 'Whether the app can open several files at once.',
        supportsOfflineCreate: 'Whether the app can create files while offline.',
        createUrl: ['URL', 'The URL that creates a file with the app.'],
        createInFolderTemplate:
          'The template of the URL that creates a file in a folder. `{folderId}` stands for the id of the folder.',
        openUrlTemplate:
          'The template of the URL that opens files with the app. `{ids}` or `{exportIds}` stands for the ids of the files.',
        primaryMimeTypes: 'The MIME types that the app was made for.',
        secondaryMimeTypes: 'Further MIME types that the app can open.',
        primaryFileExtensions: 'The file extensions that the app was made for.',
        secondaryFileExtensions: 'Further file extensions that the app can open.',
      }),
    }),
  });
  builder.queryField('driveApp', (t) =>
    lookup(
      t,
      DriveApp,
      'The global id or the Google Drive id of the app.',
      'The Google Drive app with the given id. Error `NOT_FOUND` if there is no such app.',
    ),
  );
  builder.objectField(Viewer, 'driveApps', (t) =>
    list(
      t,
      DriveApp,
      {
        operation: apps.list,
        args: () => ({}),
        argumentParameters: ({ extensions, mimeTypes, language }: AppArguments) => ({
          appFilterExtensions: extensions?.length ? extensions : undefined,
          appFilterMimeTypes: mimeTypes?.length ? mimeTypes : undefined,
          languageCode: language ?? undefined,
        }),
        argumentNames: {
          appFilterExtensions: 'extensions',
          appFilterMimeTypes: 'mimeTypes',
          languageCode: 'language',
        },
        arguments: {
          extensions: [
            ['String'],
            'Return only apps that can open files with one of these extensions, for example `docx`.',
          ],
          mimeTypes: [
            ['String'],
            'Return only apps that can open files of one of these MIME types. With `extensions`, apps that match either argument.',
          ],
          language: ['LanguageTag', 'Return names and descriptions in this language.'],
        },
      },
      'The apps that the caller has installed for Google Drive.',
    ),
  );
}
