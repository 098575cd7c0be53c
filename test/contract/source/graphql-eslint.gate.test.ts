/** The schema follows all schema and Relay rules of graphql-eslint, except those listed here. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Linter } from 'eslint';
import plugin from '@graphql-eslint/eslint-plugin';
import { beforeAll, describe, expect, it } from 'vitest';

const path = fileURLToPath(new URL('../../../schema/schema.graphql', import.meta.url));

const { embeddedTypes } = JSON.parse(
  readFileSync(new URL('../../../schema/cache-policies.json', import.meta.url), 'utf8'),
) as { readonly embeddedTypes: readonly string[] };

/** Rules with other options, each with the reason. */
const options = {
  // The REST APIs cannot page backwards: connections have `first` and `after` only.
  'relay-arguments': { includeBoth: false },
  // Connections also have `nodes`, and some nodes cannot be read again by an id.
  'relay-edge-types': { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
  // Parts of objects, payloads and errors have no id. docs/frontend.md says how caches treat them.
  'strict-id-in-types': { exceptions: { types: embeddedTypes } },
};

/** Rules that the schema does not follow, each with the reason. */
const exceptions = {
  alphabetize: 'The schema is sorted by graphql-js, with another order of capitals and digits.',
  'no-root-type': 'The rule forbids mutations.',
  'require-field-of-type-query-in-mutation-result': 'Payloads have the changed objects.',
  'require-deprecation-date': 'Google does not say when a deprecated operation ends.',
};

/** Errors that remain of other rules. */
const exceptedErrors = [
  // Ids of the REST APIs beside the global `id`, names of the REST APIs, and of other types.
  /^Field "(\w+Id|calendarColors|calendarListEntry|eventLabel|eventType|fileExtension|membershipDuration|streamStatus)" starts with the name of the parent type/,
  // Data of the gateway itself, without a call.
  /^Unexpected non-null result type "Quota" in type "Query"/,
];

describe('graphql-eslint', () => {
  let messages: readonly Linter.LintMessage[];

  beforeAll(() => {
    const presets = [
      plugin.configs['flat/schema-recommended'],
      plugin.configs['flat/schema-all'],
      plugin.configs['flat/schema-relay'],
    ];
    const rules = Object.assign({}, ...presets.map((preset) => preset.rules));
    for (const [name, value] of Object.entries(options))
      rules[`@graphql-eslint/${name}`] = ['error', value];
    messages = new Linter().verify(
      readFileSync(path, 'utf8'),
      [
        {
          files: ['**/*.graphql'],
          languageOptions: {
            parser: plugin.parser,
            parserOptions: { graphQLConfig: { schema: path } },
          },
          plugins: { '@graphql-eslint': plugin as never },
          rules,
        },
      ],
      { filename: 'schema.graphql' },
    );
  });

  it('finds no error but the excepted ones', () => {
    const names = new Set(Object.keys(exceptions).map((name) => `@graphql-eslint/${name}`));
    const found = messages
      .filter(({ ruleId }) => !names.has(ruleId ?? ''))
      .filter(({ message }) => !exceptedErrors.some((pattern) => pattern.test(message)));
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  });
  it('still needs every exception', () => {
    const rules = new Set(messages.map(({ ruleId }) => ruleId));
    const names = Object.keys(exceptions).map((name) => `@graphql-eslint/${name}`);
    expect(names.filter((name) => !rules.has(name))).toEqual([]);
    const unused = exceptedErrors.filter(
      (pattern) => !messages.some(({ message }) => pattern.test(message)),
    );
    expect(unused).toEqual([]);
  });
});
