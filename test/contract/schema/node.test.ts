/**
 * What the description of an `id` says is true: `node(id:)` reads the object, or a mutation accepts
 * the id, or neither does.
 */
import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { schema, writes } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { entityKeys, noEntityKeys } from '../../support/random/entity-key.ts';
import { useStudio } from '../../support/gateway/studio.ts';

type TypeWithId = GraphQLObjectType | GraphQLInterfaceType;

const studio = useStudio();

const isNode = (type: TypeWithId): boolean =>
  type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node');

const idText = (type: TypeWithId): string => type.getFields()['id']!.description!;

const withId = Object.values(schema.getTypeMap()).filter(
  (type): type is TypeWithId =>
    (isObjectType(type) || isInterfaceType(type)) && type.getFields()['id'] !== undefined,
);

const nodes = withId.filter((type) => isObjectType(type) && isNode(type)).map(({ name }) => name);
const others = withId.filter((type) => !isNode(type));

const mutationNames = Object.keys(schema.getMutationType()!.getFields());

/** Names in backticks. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!);

/** The types whose ids name the object of a write. */
const acceptedBy = (name: string): string[] => {
  const { spec } = writes.find((write) => [write.name, write.spec.bulk?.name].includes(name))!;
  const { id, ids: list, target } = spec;
  if (!list && (id === undefined || (typeof id !== 'string' && 'fields' in id))) return [];
  return [typeof id === 'object' && 'ref' in id ? id.ref.resource.name : target.resource.name];
};

/** Ids of types whose objects no list of the sandbox's seed shows by a key. */
const idOf: Readonly<Record<string, () => Promise<string>>> = {
  LongRunningOperation: async () => {
    const { data } = await studio.query(
      `mutation { startFileDownload(input: { fileId: "${ids.file.script}", mimeType: "application/pdf" }) { longRunningOperation { id } } }`,
    );
    return data.startFileDownload.longRunningOperation.id;
  },
  Person: async () => {
    const { data } = await studio.query(
      `{ file(id: "${ids.file.benTreatment}") { owners { person { id } } } }`,
    );
    return data.file.owners[0].person.id;
  },
  UploadSession: async () => {
    const { data } = await studio.query(
      'mutation { createVideo(input: { title: "New", contentType: "video/mp4" }) { uploadSession { id } } }',
    );
    return data.createVideo.uploadSession.id;
  },
  Viewer: async () => (await studio.query('{ viewer { id } }')).data.viewer.id,
};

const read = async (id: string) =>
  studio.query('query ($id: ID!) { node(id: $id) { __typename id } }', { id });

describe('an id that `node` reads', () => {
  it('is that of each type that implements Node, and of no other', () => {
    const said = withId.filter((type) => idText(type).includes('`node(id:)` reads the object'));
    expect(said.map(({ name }) => name)).toEqual(withId.filter(isNode).map(({ name }) => name));
  });
  it('is made for each type without listed keys', () => {
    expect(Object.keys(idOf).toSorted()).toEqual(Object.keys(noEntityKeys).toSorted());
  });
  it.each(nodes)('reads the object: %s', async (name) => {
    const made = idOf[name];
    const all = made ? [await made()] : entityKeys[name]!.map((key) => globalId(name, key));
    // Not every caller sees every object, and some keys are those of no object.
    for (const id of all) {
      const { data } = await read(id);
      if (data.node === null) continue;
      expect(data.node).toEqual({ __typename: name, id });
      return;
    }
    expect.fail(`node(id:) reads none of the ids of ${name}`);
  });
});

/** The mutations that the description of an `id` names. */
const saidMutations = (type: TypeWithId): string[] =>
  namesIn(idText(type)).filter((name) => mutationNames.includes(name));

/** The mutations that accept the ids of a type, or of its interface. */
function acceptingMutations(type: TypeWithId): string[] {
  const names = new Set([type.name, ...type.getInterfaces().map((each) => each.name)]);
  return mutationNames.filter((name) => acceptedBy(name).some((each) => names.has(each)));
}

describe('an id that `node` does not read', () => {
  it('is for mutations or for caches alone, as the description says', () => {
    const uses = others.map((type) => {
      const isForCaches = idText(type).includes('no argument accepts the id');
      return [type.name, isForCaches === (saidMutations(type).length === 0)];
    });
    expect(uses).toEqual(others.map(({ name }) => [name, true]));
    expect(others.length).toBeGreaterThan(20);
  });
  it('is accepted by the mutations that the description names, and by no others', () => {
    const said = others.map((type) => [type.name, saidMutations(type)]);
    expect(said).toEqual(others.map((type) => [type.name, acceptingMutations(type)]));
  });
  it('is that of an object in the list that the description names', () => {
    const wrong = others.flatMap((type) =>
      namesIn(idText(type)).filter((name) => {
        const [parent, field = ''] = name.split('.');
        const list = withId.find((each) => each.name === parent)?.getFields()[field];
        return name.includes('.') && !String(list?.type).includes(type.name);
      }),
    );
    expect(wrong).toEqual([]);
  });
});
