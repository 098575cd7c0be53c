/** The metadata of a file's content: size and checksums. */
import { createHash } from 'node:crypto';
import type { Bytes } from '../../bytes.ts';
import type { Media } from '../../upload/media.ts';
import type { Checksums, ContentMetadata } from '../state.ts';

/** The checksums of bytes, hexadecimal. */
export function checksumsOf(bytes: Bytes): Checksums {
  const hashes = [createHash('md5'), createHash('sha1'), createHash('sha256')] as const;
  for (const piece of bytes.read(0, bytes.size)) for (const hash of hashes) hash.update(piece);
  const [md5Checksum, sha1Checksum, sha256Checksum] = hashes.map((hash) => hash.digest('hex'));
  return {
    md5Checksum: md5Checksum!,
    sha1Checksum: sha1Checksum!,
    sha256Checksum: sha256Checksum!,
  };
}

/** The metadata of bytes. @param headRevisionId the id of their revision */
export const contentOf = (
  bytes: Bytes,
  headRevisionId: string,
  checksums: Checksums = checksumsOf(bytes),
): ContentMetadata => ({ size: bytes.size, ...checksums, headRevisionId });

/** The metadata of an upload. @param headRevisionId the id of its revision */
export const uploadedContent = (
  { size, md5, sha1, sha256 }: Media,
  headRevisionId: string,
): ContentMetadata => ({
  size,
  md5Checksum: md5!,
  sha1Checksum: sha1!,
  sha256Checksum: sha256,
  headRevisionId,
});
