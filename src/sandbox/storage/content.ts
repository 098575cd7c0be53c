/** What is known of a file's bytes without keeping them. */
import { createHash } from 'node:crypto';
import { stableId } from '../random.ts';
import type { ContentMetadata } from './state.ts';

/**
 * @param bytes what the checksums are made of
 * @param size in bytes
 * @param revision tells one revision from all others
 */
export function contentOf(bytes: string, size: number, revision: string): ContentMetadata {
  const sum = (name: string): string => createHash(name).update(bytes).digest('hex');
  return {
    size,
    md5Checksum: sum('md5'),
    sha1Checksum: sum('sha1'),
    sha256Checksum: sum('sha256'),
    headRevisionId: `0B${stableId(`revision ${revision}`, 42)}`,
  };
}
