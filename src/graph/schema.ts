/** The schema: rooms add their fields by being loaded. */
import { lexicographicSortSchema, specifiedDirectives } from 'graphql';
import { builder, upstreamDirective } from './builder.ts';

builder.queryType({ description: 'Everything that can be read.' });

builder.mutationType({
  description: 'Everything that can be changed. Fields run one after the other.',
});

await import('./scalar.ts');
await import('./node.ts');
await import('./quota.ts');
await import('./storage/index.ts');
await import('./video/index.ts');
await import('./live/index.ts');
await import('./calendar/index.ts');
await import('./link/attachment.ts');
await import('./link/resource.ts');
await import('./upload/create.ts');

export const schema = lexicographicSortSchema(
  builder.toSchema({ directives: [...specifiedDirectives, upstreamDirective] }),
);
