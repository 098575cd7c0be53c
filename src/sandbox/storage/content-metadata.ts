/** Size and checksums of a file's bytes, which the sandbox does not store. */
import { createHash } from 'node:crypto';
import { revisionId } from '../seed/entity-id.ts';
import type { ContentMetadata } from './state.ts';

/**
 * @param content the text that the checksums are computed of
 * @param size in bytes
 * @param revision a text that is unique for each revision
 */
export function contentMetadata(content: string, size: number, revision: string): ContentMetadata {
  const checksum = (algorithm: string): string =>
    createHash(algorithm).update(content).digest('hex');
  return {
    size,
    md5Checksum: checksum('md5'),
    sha1Checksum: checksum('sha1'),
    sha256Checksum: checksum('sha256'),
    headRevisionId: revisionId(revision),
  };
}
