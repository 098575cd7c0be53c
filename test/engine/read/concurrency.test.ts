import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openStudio } from '../../support/gateway/studio.ts';

const files = [
  ids.file.script,
  ids.file.launchScript,
  ids.file.storyboard,
  ids.file.shotList,
  ids.file.runSheet,
  ids.file.budget,
  ids.file.styleGuide,
];

const videos = [
  ids.video.trailer,
  ids.video.emoji,
  ids.video.localized,
  ids.video.busyThread,
  ids.video.unlistedCut,
];

/** `count` fields, and calls, of one operation each. */
const documents = {
  'single reads': {
    service: 'storage',
    count: files.length,
    document: `{ ${files.map((id, index) => `f${index}: file(id: "${id}") { name }`).join(' ')} }`,
    pathOf: (index: number) => `f${index}`,
  },
  lists: {
    service: 'video',
    count: videos.length,
    document: `{ ${videos
      .map(
        (id, index) =>
          `v${index}: video(id: "${id}") { commentThreads(first: 1) { nodes { canReply } } }`,
      )
      .join(' ')} }`,
    pathOf: (index: number) => `v${index}.commentThreads`,
  },
} as const;

describe('READS_AT_ONCE', () => {
  it.each(Object.keys(documents) as (keyof typeof documents)[])(
    'limits the number of concurrent %s, and sends the waiting ones later',
    async (kind) => {
      const { service, count, document, pathOf } = documents[kind];
      await using studio = await openStudio({
        env: { READS_AT_ONCE: '3', REQUEST_DEADLINE_MS: '2500' },
      });
      studio.sandbox.fault({ match: { service }, hang: true });
      const { errors } = await studio.query(document);
      // None of the three gets a response, so the others are not sent before the deadline.
      expect(studio.calls()).toHaveLength(3);
      expect(errors!.map(({ extensions }) => extensions['code'])).toEqual(
        Array.from({ length: count }, () => 'UPSTREAM_TIMEOUT'),
      );
      expect(errors!.map((error) => error.path!.join('.')).toSorted()).toEqual(
        Array.from({ length: count }, (_, index) => pathOf(index)),
      );
      studio.sandbox.clearFaults();
      studio.sandbox.clearCalls();
      const healthy = await studio.query(document);
      expect(healthy.errors).toBeUndefined();
      expect(studio.calls()).toHaveLength(count);
    },
  );
});
