/** Input for the client-side encryption of files. */
import type { Change } from '../../../engine/write/change.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';

const DecryptionMetadataInput = inputObject(
  'DecryptionMetadataInput',
  'The data that a client needs to decrypt a file with the keys of its organization.',
  {
    wrappedKey: ['String', 'The wrapped key that the content is encrypted with. Base64, URL-safe.'],
    kaclsId: ['BigInt', 'The id of the key access control list service (KACLS).'],
    kaclsName: ['String', 'The name of the key access control list service (KACLS).'],
    aes256GcmChunkSize: [
      'String',
      'The chunk size of content that is encrypted with AES-256-GCM: `default` or `small`.',
    ],
    jwt: ['String', 'The signed JSON Web Token that authorizes the caller at the KACLS.'],
    keyFormat: ['String', 'The format of the unwrapped key. The only format is `tinkAesGcmKey`.'],
    encryptionResourceKeyHash: [
      'String',
      'The HMAC-SHA256 digest of the metadata of the file with its data encryption key. Base64, URL-safe.',
    ],
  },
);

export const ClientEncryptionInput = inputObject(
  'ClientEncryptionDetailsInput',
  'The client-side encryption that a client has applied to the content of a file.',
  {
    encryptionState: [
      required('String'),
      'The encryption state of the content: `encrypted` or `unencrypted`.',
    ],
    decryptionMetadata: [DecryptionMetadataInput, 'The data for decrypting the content.'],
  },
);

type Encryption = typeof ClientEncryptionInput.$inferType;
type Metadata = typeof DecryptionMetadataInput.$inferType;

const metadataNames: Readonly<Record<keyof Metadata, true>> = {
  wrappedKey: true,
  kaclsId: true,
  kaclsName: true,
  aes256GcmChunkSize: true,
  jwt: true,
  keyFormat: true,
  encryptionResourceKeyHash: true,
};

/** @throws InvalidInput for a value that is not one of the accepted ones */
function checkWord(
  value: string | null | undefined,
  accepted: readonly string[],
  argument: string,
): void {
  if (value != null && !accepted.includes(value))
    throw new InvalidInput(
      argument,
      `${showValue(value)} is not accepted; expected ${accepted.join(' or ')}`,
    );
}

/**
 * Row option `change`, for a row that is not clearable: the details are replaced as a whole.
 * @throws InvalidInput naming a path below `argument`
 */
export function encryptionChange(details: Encryption | null, argument: string): Partial<Change> {
  const { encryptionState, decryptionMetadata } = details!;
  const metadata = decryptionMetadata ?? {};
  const at = `${argument}.decryptionMetadata`;
  checkWord(encryptionState, ['encrypted', 'unencrypted'], `${argument}.encryptionState`);
  checkWord(metadata.aes256GcmChunkSize, ['default', 'small'], `${at}.aes256GcmChunkSize`);
  checkWord(metadata.keyFormat, ['tinkAesGcmKey'], `${at}.keyFormat`);
  const given = Object.entries(metadata).filter(([, value]) => value != null);
  const next = {
    encryptionState,
    ...(given.length > 0 && { decryptionMetadata: Object.fromEntries(given) }),
  };
  // A PATCH keeps what it does not name.
  const cleared = Object.fromEntries(Object.keys(metadataNames).map((name) => [name, null]));
  return {
    apply: () => next,
    patch: () => ({
      encryptionState,
      decryptionMetadata: { ...cleared, ...Object.fromEntries(given) },
    }),
  };
}
