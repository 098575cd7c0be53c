/**
 * The oracle has a rule for all that random queries can select, and their seed can be repeated. The
 * queries are those of `differential.law.test.ts`.
 */
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import { GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { missingRules } from '../../support/random/missing-rule.ts';
import { seedOf } from '../../support/random/repeatable-seed.ts';

/** The schema with a copy of a field under another name, which the oracle does not know. */
const withCopy = (typeName: string, fieldName: string, name: string): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_TYPE]: (type) => {
      if (type.name !== typeName) return type;
      const { fields, ...config } = type.toConfig();
      return new GraphQLObjectType({
        ...config,
        fields: { ...fields, [name]: fields[fieldName]! },
      });
    },
  });

describe('the oracle', () => {
  it('has a rule for every list, link and field with a REST call of its own', () => {
    expect(missingRules(schema)).toEqual([]);
  });
  it.each([
    ['Viewer', 'ratedVideos', 'to listRules in test/support/oracle/rule/list-rule.ts'],
    ['Query', 'videoChart', 'to listRules in test/support/oracle/rule/list-rule.ts'],
    ['Stream', 'broadcasts', 'to listRules in test/support/oracle/rule/list-rule.ts'],
    ['Broadcast', 'video', 'to linkRules in test/support/oracle/rule/link-rule.ts'],
    ['Comment', 'thread', 'to linkRules in test/support/oracle/rule/link-rule.ts'],
    ['Viewer', 'memberUpdates', 'to fieldRules in test/support/oracle/rule/field-rule.ts'],
    ['Query', 'videos', 'to fieldRules in test/support/oracle/rule/field-rule.ts'],
    ['Query', 'videos', "(ids:) is required and has no random value: add 'Query.copy' to"],
  ])('reports a missing rule for a field like %s.%s: %s', (typeName, field, problem) => {
    const problems = missingRules(withCopy(typeName, field, 'copy')).filter((each) =>
      each.startsWith(`${typeName}.copy`),
    );
    expect(problems.filter((each) => each.includes(problem))).toHaveLength(1);
  });
  it.each([
    ['Video', 'channel'],
    ['ChannelSection', 'playlists'],
    ['Query', 'playlist'],
    ['Channel', 'playlists'],
    ['Viewer', 'playlists'],
    ['Video', 'captions'],
    ['Caption', 'video'],
    ['Event', 'series'],
    ['Video', 'title'],
    ['Video', 'fileDetails'],
  ])('needs no rule for a field like %s.%s', (typeName, field) => {
    expect(missingRules(withCopy(typeName, field, 'copy'))).toEqual([]);
  });
});

describe('the seed', () => {
  it('is fixed, new in each run at full size, and can be given', () => {
    expect([seedOf({}), seedOf({ CI: 'true' })]).toEqual([20_260_310, 20_260_310]);
    const inFullRuns = Array.from({ length: 5 }, () => seedOf({ PROMISES: 'full' }));
    expect(new Set(inFullRuns).size).toBe(5);
    expect(seedOf({ PROMISES: 'full', DIFFERENTIAL_SEED: '-7' })).toBe(-7);
    expect(() => seedOf({ DIFFERENTIAL_SEED: '1.5' })).toThrow('not a 32-bit integer');
  });
});
