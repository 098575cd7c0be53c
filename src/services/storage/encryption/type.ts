/** Client-side encryption of files. */
import type { drive_v3 } from '@googleapis/drive';
import { valueType } from '../../../engine/schema/field/path-field.ts';

const DecryptionMetadata = valueType<drive_v3.Schema$DecryptionMetadata>('DecryptionMetadata').rows(
  'The data that a client needs to decrypt a file with the keys of its organization. The gateway does not decrypt.',
  {
    wrappedKey: 'The wrapped key that the content is encrypted with. Base64, URL-safe.',
    kaclsId: 'The id of the key access control list service (KACLS).',
    kaclsName: 'The name of the key access control list service (KACLS).',
    aes256GcmChunkSize:
      'The chunk size of content that is encrypted with AES-256-GCM: `default` or `small`.',
    jwt: 'The signed JSON Web Token that authorizes the caller at the KACLS. Shows that the caller can read the file.',
    keyFormat: 'The format of the unwrapped key: `tinkAesGcmKey`.',
    encryptionResourceKeyHash:
      'The HMAC-SHA256 digest of the metadata of the file with its data encryption key. Base64, URL-safe.',
  },
);

export const ClientEncryptionDetails = valueType<drive_v3.Schema$ClientEncryptionDetails>(
  'ClientEncryptionDetails',
).rows('Details of the client-side encryption of a file.', {
  encryptionState: 'The encryption state of the content: `encrypted` or `unencrypted`.',
  decryptionMetadata: [DecryptionMetadata, 'The data for decrypting the content.'],
});
