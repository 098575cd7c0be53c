/**
 * Keys of entities in the sandbox's seed by GraphQL type, keys of no entity among them. Types with
 * a table of named ids in the seed have these; all others have the keys that the lists of the
 * schema show to the users of the sandbox.
 */
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { schema } from '../../../src/services/schema.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type DirectCaller, DirectCalls } from '../oracle/direct-call.ts';
import { entityTypeOf, entityTypes } from '../oracle/entity-type.ts';
import { listSourceOf, readFirstItems } from '../oracle/list.ts';
import { attachKey, keyOf } from '../oracle/schema.ts';
import { start } from '../gateway/sandbox.ts';

type Key = readonly string[];
type Keys = readonly Key[];

/** Keys of entities that only a list with required arguments shows, or that no list shows. */
const otherKeys: Readonly<Record<string, Keys>> = {
  // The first comment of a thread has its id.
  Comment: Object.values(ids.commentThread).map((id) => [id]),
  // Few of the listed events are series.
  Event: [[ids.calendar.release, ids.event.standup]],
  FileReply: [
    [ids.file.runSheet, ids.fileComment.cue, ids.fileReply.cueEarlier],
    [ids.file.runSheet, ids.fileComment.cue, ids.fileReply.cueDeleted],
    [ids.file.runSheet, ids.fileComment.names, ids.fileReply.namesResolved],
  ],
  GuideCategory: [['GCTXVzaWM']],
  LiveChat: Object.values(ids.chat).map((id) => [id]),
  VideoCategory: [['10'], ['27']],
};

/** Types of nodes that random queries do not look up, each with the reason. */
export const noEntityKeys: Readonly<Record<string, string>> = {
  LongRunningOperation: 'No download is prepared in these tests.',
  Person: 'No call reads a person: each address is one.',
  UploadSession: 'No upload has begun in these tests.',
  Viewer: 'No call reads the caller.',
};

/** More keys of a type than these are thinned out evenly. */
const maxKeys = 16;

/** The last key of no entity. */
const missingId = 'nothing';

/** All types that implement `Node`. */
export const nodeTypesOf = (of: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(of.getTypeMap())
    .filter(isObjectType)
    .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));

const tables: Readonly<Record<string, unknown>> = ids;

/** `ids.commentThread` has the ids of `CommentThread`; the id `missing` is that of no entity. */
function namedKeys(typeName: string): Keys | undefined {
  const table = tables[typeName[0]!.toLowerCase() + typeName.slice(1)];
  if (typeof table !== 'object' || entityTypes[typeName]?.key.length !== 1) return undefined;
  return Object.values({ missing: missingId, ...table }).map((id: string) => [id]);
}

/** Values that lists of a type can stand on: the root objects, and entities with named ids. */
function parentsOf({ name: typeName }: GraphQLObjectType): object[] {
  if (typeName === 'Query' || typeName === 'Viewer') return [{}];
  return (namedKeys(typeName) ?? []).map((key) => attachKey({}, { typeName, key }));
}

/** Keys of the entities that the lists of the schema show to a caller, by type. */
async function listedKeys(caller: DirectCaller): Promise<readonly (readonly [string, Key])[]> {
  const reads = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) => {
        const source = listSourceOf(`${type.name}.${field.name}`, field);
        if (!source || namedKeys(source.itemType)) return [];
        return parentsOf(type).map(async (parent) => {
          const items = await readFirstItems({ ...source, parent, args: {}, caller });
          return items.flatMap((item) => {
            const key = keyOf(item);
            return key.length > 0 ? [[source.itemType, key] as const] : [];
          });
        });
      }),
    );
  const found = await Promise.allSettled(reads);
  // A list that needs arguments, or is not shown to the caller, is rejected.
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/** Keys of no entity: a missing id, a missing parent, and an id below the parent of another. */
function missingKeys(names: Key, keys: Keys): Keys {
  const [first, last] = [keys[0]!, keys.at(-1)!];
  if (names.length === 1) return [[missingId]];
  const above = first.slice(0, -1);
  return [
    [...above, missingId],
    [...above.map(() => missingId), first.at(-1)!],
    [...above, last.at(-1)!],
  ];
}

const distinct = (keys: Keys): Keys => [
  ...new Map(keys.map((key) => [key.join('\n'), key])).values(),
];

function thinned(keys: Keys): Keys {
  const step = Math.max(1, keys.length / maxKeys);
  return Array.from(
    { length: Math.min(keys.length, maxKeys) },
    (_, index) => keys[Math.floor(index * step)]!,
  );
}

async function readEntityKeys(): Promise<Readonly<Record<string, Keys>>> {
  const sandbox = await startSandbox({ now: start });
  const calls = new DirectCalls(sandbox.url);
  const tokens = ['studio-owner', 'studio-guest'];
  const listed = await Promise.all(tokens.map((token) => listedKeys(calls.as(token))));
  await sandbox.close();
  const byType = Map.groupBy(listed.flat(), ([typeName]) => typeName);
  return Object.fromEntries(
    nodeTypesOf(schema).flatMap(({ name }) => {
      const named = namedKeys(name);
      if (named) return [[name, named]];
      const found = distinct((byType.get(name) ?? []).map(([, key]) => key));
      const keys = [...(otherKeys[name] ?? []), ...thinned(found)];
      if (keys.length === 0 || name in noEntityKeys) return [];
      return [[name, distinct([...keys, ...missingKeys(entityTypeOf(name).key, keys)])]];
    }),
  );
}

/** Keys of each type of node that random queries look up. */
export const entityKeys: Readonly<Record<string, Keys>> = await readEntityKeys();
