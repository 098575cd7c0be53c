/** The schema: types and queries are added by their modules, mutations by explicit calls. */
import { lexicographicSortSchema, specifiedDirectives } from 'graphql';
import { builder, upstreamDirective } from './builder.ts';
import { addScalars } from './scalar.ts';

builder.queryType({ description: 'Everything that can be read.' });

builder.mutationType({
  description: 'Everything that can be changed. Fields run one after the other.',
});

addScalars();
await import('./node.ts');
await import('./quota.ts');
const { driveWrites } = await import('./storage/index.ts');
const { captionUpload, videoUpload, youtubeWrites } = await import('./video/index.ts');
const { liveWrites } = await import('./live/index.ts');
const { calendarWrites } = await import('./calendar/index.ts');
const { createUploadSession } = await import('./upload/create.ts');
const { addWrites } = await import('./field/write.ts');
await import('./link/attachment.ts');
await import('./link/resource.ts');

/** All mutations, in the order of the services. */
export const writes = [
  ...youtubeWrites,
  ...liveWrites,
  ...driveWrites,
  ...calendarWrites,
  createUploadSession({ video: videoUpload, caption: captionUpload }),
];

addWrites(writes);

export const schema = lexicographicSortSchema(
  builder.toSchema({ directives: [...specifiedDirectives, upstreamDirective] }),
);
