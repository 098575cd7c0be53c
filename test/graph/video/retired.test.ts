import { GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graph/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const fields = (schema.getMutationType() as GraphQLObjectType).getFields();
const retired = Object.values(fields).filter(({ extensions }) => extensions.retires);

/** What to give each of them: it makes no difference. */
const inputs: Readonly<Record<string, string>> = {
  createActivity: 'text: "New film on Friday"',
  markCommentAsSpam: `ids: ["${ids.commentThread.trailer}", "no id, at all"]`,
};

describe('mutations of operations that upstream has retired', () => {
  it.each(retired.map(({ name, extensions }) => ({ name, operation: extensions.retires!.key })))(
    '$name says so and sends nothing, whoever asks',
    async ({ name, operation }) => {
      const document = `mutation { ${name}(input: {${inputs[name]}}) { errors { __typename code path ... on OperationRetiredError { operation } } } }`;
      for (const token of ['studio-owner', 'studio-reader', null]) {
        const { data, errors } = await studio.query(document, {}, token);
        expect(errors).toBeUndefined();
        expect(data[name].errors).toEqual([
          { __typename: 'OperationRetiredError', code: 'OPERATION_RETIRED', path: null, operation },
        ]);
      }
      expect(studio.calls()).toEqual([]);
    },
  );
  it('are deprecated in the contract, and name no call that they would make', () => {
    expect(retired.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['createActivity', 'markCommentAsSpam']),
    );
    expect(
      retired.filter(
        ({ deprecationReason, extensions }) =>
          !deprecationReason?.includes(extensions.retires!.key),
      ),
    ).toEqual([]);
    expect(retired.flatMap(({ extensions }) => extensions.operations)).toEqual([]);
  });
});
