/** Client-side encryption of files. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../../../engine/schema/builder.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';

const DecryptionMetadata = builder
  .objectType<drive_v3.Schema$DecryptionMetadata>('DecryptionMetadata')
  .implement({
    description:
      'The data that a client needs to decrypt a file with the keys of its organization. The gateway does not decrypt.',
    fields: (t) =>
      fields(t, {
        wrappedKey: 'The wrapped key that the content is encrypted with. Base64, URL-safe.',
        kaclsId: 'The id of the key access control list service (KACLS).',
        kaclsName: 'The name of the key access control list service (KACLS).',
        aes256GcmChunkSize:
          'The chunk size of content that is encrypted with AES-256-GCM: `default` or `small`.',
        jwt: 'The signed JSON Web Token that authorizes the caller at the KACLS. Shows that the caller can read the file.',
        keyFormat: 'The format of the unwrapped key: `tinkAesGcmKey`.',
        encryptionResourceKeyHash:
          'The HMAC-SHA256 digest of the metadata of the file with its data encryption key. Base64, URL-safe.',
      }),
  });

export const ClientEncryptionDetails = builder
  .objectType<drive_v3.Schema$ClientEncryptionDetails>('ClientEncryptionDetails')
  .implement({
    description: 'Details of the client-side encryption of a file.',
    fields: (t) =>
      fields(t, {
        encryptionState: 'The encryption state of the content: `encrypted` or `unencrypted`.',
        decryptionMetadata: [DecryptionMetadata, 'The data for decrypting the content.'],
      }),
  });
