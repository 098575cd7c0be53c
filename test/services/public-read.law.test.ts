/**
 * With `PUBLIC_READS=key`, the owner of a channel sees in each field what the token would have
 * read: a field that depends on the caller is one of `callerFields`.
 */
import { getNamedType, type GraphQLObjectType, isLeafType } from 'graphql';
import { expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { schema } from '../../src/services/schema.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { isPart } from './write/case/selection.ts';

/** Where an object of each type is, which belongs to the caller. */
const places: Readonly<Record<string, (selection: string) => string>> = {
  Channel: (selection) => `channel(by: { id: "${ids.channel.studio}" }) ${selection}`,
  Video: (selection) => `video(id: "${ids.video.trailer}") ${selection}`,
  CommentThread: (selection) =>
    `video(id: "${ids.video.trailer}") { commentThreads(first: 5) { nodes ${selection} } }`,
  Comment: (selection) =>
    `video(id: "${ids.video.trailer}") { commentThreads(first: 5) { nodes { topLevelComment ${selection} } } }`,
  Playlist: (selection) => `playlist(id: "${ids.playlist.fifty}") ${selection}`,
  PlaylistItem: (selection) =>
    `playlist(id: "${ids.playlist.fifty}") { items(first: 5) { nodes ${selection} } }`,
};

/** A selection of each value of a type that takes no call of its own, and needs no argument. */
const leavesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap(({ name, args, extensions, type: result }) => {
    if (args.length > 0 || extensions['operations']?.length) return [];
    const named = getNamedType(result);
    if (isLeafType(named)) return [`{ ${name} }`];
    return isPart(named) ? leavesOf(named).map((inner) => `{ ${name} ${inner} }`) : [];
  });

it.each(Object.keys(places))('holds for each field of %s', async (name) => {
  await using byToken = await startGateway({ env: { CACHE: 'public' } });
  const { sandbox } = byToken;
  await using byKey = await startGateway({
    env: { CACHE: 'public', PUBLIC_READS: 'key' },
    sandbox,
  });
  const leaves = leavesOf(schema.getType(name) as GraphQLObjectType);
  expect(leaves.length).toBeGreaterThan(5);
  const differing: string[] = [];
  for (const leaf of leaves) {
    const document = `{ ${places[name]!(leaf)} }`;
    const [own, shared] = await Promise.all(
      [byToken, byKey].map(
        async (gateway) =>
          (await gateway.query(document, {}, { authorization: 'Bearer studio-owner' })).body.data,
      ),
    );
    if (JSON.stringify(own) !== JSON.stringify(shared)) differing.push(leaf);
  }
  expect(differing).toEqual([]);
  // Most fields need no user.
  expect(sandbox.calls().filter(({ user }) => user === 'api-key').length).toBeGreaterThan(3);
});
