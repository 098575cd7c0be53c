import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  buildSchema,
  execute,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Projection } from '../../../src/engine/read/walk/projection.ts';
import { projectionOf } from '../../../src/engine/read/walk/walker.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('projections of a document', () => {
  const schema = buildSchema('type Query { thing: Thing } type Thing { name: String }');
  const { name } = (schema.getType('Thing') as GraphQLObjectType).getFields();
  name!.extensions = { needs: { kind: 'paths', paths: ['id'] } };
  /** The same field with many conditions: variables select among 2^10 lists of nodes for it. */
  const flags = Array.from({ length: 10 }, (_, index) => `v${index}`);
  const document = parse(
    `query (${flags.map((flag) => `$${flag}: Boolean!`).join(' ')}) { thing { name } ${flags.map((flag) => `thing @include(if: $${flag}) { name }`).join(' ')} }`,
  );
  const ask = (choice: number): Projection => {
    let projection: Projection | undefined;
    const resolveVideo = (_: unknown, __: unknown, info: GraphQLResolveInfo): null => {
      projection = projectionOf(info);
      return null;
    };
    void execute({
      schema,
      document,
      rootValue: {
        thing: (args: unknown, context: unknown, info: GraphQLResolveInfo) =>
          resolveVideo(args, context, info),
      },
      variableValues: Object.fromEntries(
        flags.map((flag, bit) => [flag, ((choice >> bit) & 1) === 1]),
      ),
    });
    return projection!;
  };
  it('are created once per selection, whatever the other variables are', () => {
    expect([...ask(0).paths.set]).toEqual(['id']);
    expect(ask(0)).toBe(ask(0));
  });
  it('are not cached for every combination of variables', async () => {
    const all = Array.from({ length: 1 << flags.length }, (_, choice) => new WeakRef(ask(choice)));
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(all.filter((one) => one.deref() !== undefined).length).toBeLessThan(50);
    expect([...ask(1023).paths.set]).toEqual(['id']);
  });
});
