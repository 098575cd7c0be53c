/** Upload sessions of all services. Their fields are in `links/upload-session.ts`. */
import { localRead, resource } from '../../engine/schema/field/field-factory.ts';
import type { UploadRecord } from '../../engine/transfer/upload-session.ts';

export const UploadSession = resource<UploadRecord>({
  name: 'UploadSession',
  key: ['uploadSessionId'],
  read: localRead('video:videos.insert', {
    find: async (execution, [id]) =>
      execution.openedUploads.get(id!) ??
      (await execution.uploads.findOwn(execution.identities, id!)) ??
      null,
    absence: 'There is no such upload session, or another access token opened it.',
  }),
});
