/** What Google Drive rejects, and with which reason. */
import { about, accessproposals, apps, changes, comments, drives, files, operations, permissions, replies, revisions } from '../../src/services/storage/operations.ts';
import { checkStatus } from '../check.ts';
import type { Check } from '../session.ts';
import { ownFile, startPageToken, unknown } from './lookup.ts';

const fileId = unknown.file;

export const storageRejections: readonly Check[] = [
  checkStatus(about.get, 'no fields', {}),
  checkStatus(about.get, 'no token', { fields: 'kind' }, { credential: 'none' }),
  checkStatus(about.get, 'invalid token', { fields: 'kind' }, { credential: 'invalid' }),
  checkStatus(files.get, 'unknown id', { fileId }),
  checkStatus(files.get, 'unknown field', { fileId: 'root', fields: unknown.word }),
  checkStatus(files.get, 'malformed fields', { fileId: 'root', fields: 'id,' }),
  checkStatus(files.get, 'unknown alt', { fileId: 'root', alt: unknown.word }),
  checkStatus(files.get, 'unknown parameter', { fileId: 'root', [unknown.word]: 'x' }),
  checkStatus(files.get, 'content of a folder', { fileId: 'root', alt: 'media' }),
  checkStatus(
    files.get,
    'wrong resource key of an own file',
    async (session) => ({ fileId: await session.find(ownFile), fields: 'kind' }),
    { lookups: [ownFile], headers: { 'x-goog-drive-resource-keys': `${fileId}/0-wrong` } },
  ),
  checkStatus(files.list, 'invalid page token', { pageToken: unknown.word }),
  checkStatus(files.list, 'invalid search', { q: 'name contains' }),
  checkStatus(files.list, 'search for an unknown field', { q: `${unknown.word} = 'x'` }),
  checkStatus(files.list, 'search in an unknown folder', { q: `'${fileId}' in parents` }),
  checkStatus(files.list, 'unknown order', { orderBy: unknown.word }),
  checkStatus(files.list, 'unknown space', { spaces: unknown.word }),
  checkStatus(files.list, 'unknown corpus', { corpora: unknown.word }),
  checkStatus(files.list, 'shared drive without its id', { corpora: 'drive' }),
  checkStatus(files.list, 'unknown shared drive', {
    corpora: 'drive',
    driveId: unknown.drive,
    includeItemsFromAllDrives: true,
    supportsAllDrives: true,
  }),
  checkStatus(files.export, 'folder', { fileId: 'root', mimeType: 'application/pdf' }),
  checkStatus(files.export, 'no type', { fileId }),
  checkStatus(
    files.export,
    'file with content',
    async (session) => ({ fileId: await session.find(ownFile), mimeType: 'application/pdf' }),
    { lookups: [ownFile] },
  ),
  checkStatus(files.generateIds, 'too many', { count: 1001 }),
  checkStatus(files.generateIds, 'unknown space', { space: unknown.word }),
  checkStatus(files.listLabels, 'unknown file', { fileId }),
  checkStatus(permissions.list, 'unknown file', { fileId }),
  checkStatus(permissions.get, 'unknown id', {
    fileId: 'root',
    permissionId: '00000000000000000000',
  }),
  checkStatus(revisions.list, 'folder', { fileId: 'root' }),
  checkStatus(
    revisions.get,
    'unknown id',
    async (session) => ({ fileId: await session.find(ownFile), revisionId: '0' }),
    { lookups: [ownFile] },
  ),
  checkStatus(comments.list, 'no fields', { fileId: 'root' }),
  checkStatus(comments.list, 'unknown file', { fileId, fields: '*' }),
  checkStatus(
    comments.get,
    'unknown id',
    async (session) => ({
      fileId: await session.find(ownFile),
      commentId: 'AAAAAAAAAAA',
      fields: '*',
    }),
    { lookups: [ownFile] },
  ),
  checkStatus(replies.list, 'unknown file', { fileId, commentId: 'AAAAAAAAAAA', fields: '*' }),
  checkStatus(drives.get, 'unknown id', { driveId: unknown.drive }),
  checkStatus(drives.list, 'search without administration', { q: "name contains 'x'" }),
  checkStatus(changes.list, 'no page token', {}),
  checkStatus(changes.list, 'invalid page token', { pageToken: unknown.word }),
  checkStatus(
    changes.list,
    'unknown shared drive',
    async (session) => ({
      pageToken: await session.find(startPageToken),
      driveId: unknown.drive,
      supportsAllDrives: true,
      includeItemsFromAllDrives: true,
    }),
    { lookups: [startPageToken] },
  ),
  checkStatus(apps.get, 'unknown id', { appId: '0' }),
  checkStatus(accessproposals.list, 'unknown file', { fileId }),
  checkStatus(operations.get, 'unknown name', { name: unknown.word }),
];
