import { GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const fields = (schema.getMutationType() as GraphQLObjectType).getFields();
const retired = Object.values(fields).filter(({ extensions }) => extensions.retires);

/** The input of each retired mutation; its values have no effect. */
const inputs: Readonly<Record<string, string>> = {
  createActivity: 'text: "New film on Friday"',
  markCommentAsSpam: `ids: ["${ids.commentThread.trailer}", "no id, at all"]`,
};

describe('a mutation of an operation that YouTube has retired', () => {
  it.each(retired.map(({ name, extensions }) => ({ name, operation: extensions.retires!.key })))(
    '$name returns RETIRED without a call, for any caller',
    async ({ name, operation }) => {
      const document = `mutation { ${name}(input: {${inputs[name]}}) { errors { __typename code message path ... on OperationRetiredError { operation } } } }`;
      for (const token of ['studio-owner', 'studio-reader', null]) {
        const { data, errors } = await studio.query(document, {}, token);
        expect(errors).toBeUndefined();
        expect(data[name].errors).toEqual([
          {
            __typename: 'OperationRetiredError',
            code: 'OPERATION_RETIRED',
            message: expect.stringMatching(
              /^YouTube no longer supports this operation\. [A-Z].+\.$/,
            ),
            path: null,
            operation,
          },
        ]);
      }
      expect(studio.calls()).toEqual([]);
    },
  );
  it('is deprecated in the schema, without an @upstream call', () => {
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
