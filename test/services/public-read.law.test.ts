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
};

/** Lists in which the owner sees more than others. */
const lists: readonly string[] = [
  ...['videos(first: 50)', 'playlists(first: 50)', 'activities(first: 50)'].map(
    (list) => `channel(by: { id: "${ids.channel.studio}" }) { ${list} { nodes { title } } }`,
  ),
  `channel(by: { id: "${ids.channel.studio}" }) { sections { title } }`,
  ...[ids.playlist.fifty, ids.playlist.gone].map(
    (id) => `playlist(id: "${id}") { items(first: 50) { nodes { title } } }`,
  ),
  `video(id: "${ids.video.trailer}") { commentThreads(first: 50) { nodes { replyCount replies(first: 10) { nodes { id } } } } }`,
];

/** A selection of each value of a type that takes no call of its own, and needs no argument. */
const leavesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap(({ name, args, extensions, type: result }) => {
    if (args.length > 0 || extensions['operations']?.length) return [];
    const named = getNamedType(result);
    if (isLeafType(named)) return [`{ ${name} }`];
    return isPart(named) ? leavesOf(named).map((inner) => `{ ${name} ${inner} }`) : [];
  });

/** The fields whose values differ, and how many calls the key has made. */
async function compare(fields: readonly string[]) {
  await using byToken = await startGateway({ env: { CACHE: 'public' } });
  const { sandbox } = byToken;
  await using byKey = await startGateway({
    env: { CACHE: 'public', PUBLIC_READS: 'key' },
    sandbox,
  });
  const differing: string[] = [];
  for (const field of fields) {
    const [own, shared] = await Promise.all(
      [byToken, byKey].map(
        async (gateway) =>
          (await gateway.query(`{ ${field} }`, {}, { authorization: 'Bearer studio-owner' })).body,
      ),
    );
    expect(own.errors).toBe(undefined);
    if (JSON.stringify(own.data) !== JSON.stringify(shared.data)) differing.push(field);
  }
  return { differing, byKey: sandbox.calls().filter(({ user }) => user === 'api-key').length };
}

it.each(Object.keys(places))('holds for each field of %s', async (name) => {
  const leaves = leavesOf(schema.getType(name) as GraphQLObjectType);
  const { differing, byKey } = await compare(leaves.map((leaf) => places[name]!(leaf)));
  expect(differing).toEqual([]);
  // Most fields need no user.
  expect(byKey).toBeGreaterThan(leaves.length / 2);
});

it('holds for lists', async () => {
  expect((await compare(lists)).differing).toEqual([]);
});
