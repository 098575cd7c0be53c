/** The scopes of a dry run, beside the calls that the sandbox records and those that it refuses. */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { users } from '../../../src/sandbox/user.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { fullScope } from '../../../src/services/shared/scope.ts';
import { anyDocument } from '../../support/gateway/document-limit.ts';
import { type Call, type Studio, useStudio } from '../../support/gateway/studio.ts';
import { anyQuery } from '../../support/random/random-query.ts';
import { promised } from '../../support/report/promised-size.ts';
import { partBytes } from '../../support/scenario/publish-file.ts';
import { mutationOf, workflows } from '../../support/scenario/workflow.ts';

interface Scopes {
  readonly anyOf: readonly string[];
  readonly tokenRequired: boolean;
  readonly fields: readonly string[];
}

const dryRun =
  'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { fields { path } scopes { anyOf tokenRequired fields } } } }';

const folder = new URL('../../../schema/operations/', import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith('.graphql'));

const operations = new Map([...catalogue.values()].map((each) => [each.key as string, each]));

/** What a recorded call needs by the declaration of its operation; undefined: nothing. */
function needOf({ operation, query }: Call): Omit<Scopes, 'fields'> | undefined {
  const {
    auth,
    scopes,
    userParams = [],
    ownerOnlyParts = [],
    partScopes = {},
  } = operations.get(operation)!;
  const parts = (query['part'] ?? []).flatMap((each) => each.split(','));
  const own = parts.flatMap((part) => partScopes[part] ?? []);
  const anyOf = (own.length > 0 ? own : scopes).map(fullScope);
  if (anyOf.length === 0) return undefined;
  const tokenRequired =
    auth === 'user' ||
    userParams.some((name) => query[name] !== undefined) ||
    ownerOnlyParts.some((part) => parts.includes(part));
  return { anyOf, tokenRequired };
}

/** Whether a token that has what is planned has what a call needs. */
const covers = (plan: Scopes, need: Omit<Scopes, 'fields'>): boolean =>
  plan.tokenRequired >= need.tokenRequired &&
  plan.anyOf.every((scope) => need.anyOf.includes(scope));

/** The part of a dry run that is checked. */
async function plan(
  studio: Studio,
  document: string,
  variables: object = {},
  token?: string | null,
): Promise<{ readonly scopes: readonly Scopes[]; readonly fields: readonly string[] }> {
  const { data, errors } = await studio.query(dryRun, { dryRun: { document, variables } }, token);
  expect(errors).toBeUndefined();
  const { scopes, fields } = data.quota.dryRun;
  return { scopes, fields: fields.map(({ path }: { readonly path: string }) => path) };
}

/** Short names. */
const readerScopes = users.find(({ token }) => token === 'studio-reader')!.scopes;

const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const headers = { authorization: 'Bearer studio-owner' };

describe('the scopes of a dry run', () => {
  const studio = useStudio({ env: anyDocument, partBytes });

  /** What a request breaks of the law: each call is announced, and each field that makes one. */
  async function breaches(
    document: string,
    variables: object,
    run: () => Promise<unknown>,
  ): Promise<object> {
    const { scopes, fields } = await plan(studio, document, variables);
    studio.sandbox.clearCalls();
    await run();
    const needs = studio.calls().flatMap((call) => needOf(call) ?? []);
    return {
      calls: needs.filter((need) => !scopes.some((each) => covers(each, need))),
      fields: fields.filter((path) => !scopes.some((each) => each.fields.includes(path))),
    };
  }

  const none = { calls: [], fields: [] };

  it.each(examples)('are those of all calls of %s', async (name) => {
    const document = textOf(name);
    expect(await breaches(document, {}, () => studio.query(document))).toEqual(none);
  });
  it('are those of all calls of random queries', { tags: ['fullSize'] }, async () => {
    for (const query of fc.sample(anyQuery, { seed: 20_261_206, numRuns: promised(500, 80) })) {
      const { document, variables } = query;
      const send = () => studio.gateway.query(document, variables, headers);
      expect([document, await breaches(document, variables, send)]).toEqual([document, none]);
    }
  });
  it.each(Object.keys(workflows))('are those of all calls of the workflow %s', async (name) => {
    const { mutation, input } = workflows[name]!;
    const variables = { input: await input(studio) };
    const document = mutationOf(mutation);
    const send = () => studio.data(document, variables);
    expect(await breaches(document, variables, send)).toEqual(none);
  });
  it.each(examples)('are the same for all callers: %s', async (name) => {
    const { scopes } = await plan(studio, textOf(name));
    for (const token of [null, 'studio-reader'])
      expect((await plan(studio, textOf(name), {}, token)).scopes).toEqual(scopes);
  });
  it.each(examples)('name the field of each call that lacks a scope: %s', async (name) => {
    const { scopes } = await plan(studio, textOf(name));
    const lacking = scopes
      .filter(({ anyOf }) => !anyOf.some((scope) => readerScopes.has(scope.split('/').at(-1)!)))
      .flatMap(({ fields }) => fields);
    const { errors = [] } = await studio.query(textOf(name), {}, 'studio-reader');
    const failed = errors
      .filter(({ extensions }) => extensions['code'] === 'MISSING_SCOPE')
      .map(({ path = [] }) => path.filter((step) => typeof step === 'string').join('.'));
    // A field that fails for the call of a field around it, or of one below.
    const isNamed = (path: string): boolean =>
      lacking.some((each) => `${path}.`.startsWith(`${each}.`) || each.startsWith(`${path}.`));
    expect(failed.filter((path) => !isNamed(path))).toEqual([]);
  });
  it('say whether public data needs a token, which scope allows least, and for what', async () => {
    const document = `{
      video(id: "${ids.video.trailer}") { title commentThreads(first: 1) { nodes { id } } fileDetails { fileName } }
      viewer { own: playlists(first: 1) { nodes { id items(first: 1) { nodes { id } } } } }
    }`;
    const { scopes } = await plan(studio, document);
    const shown = scopes.map(({ anyOf: [first], ...rest }) => [first!.split('/').at(-1), rest]);
    expect(shown).toEqual([
      ['youtube.readonly', { tokenRequired: false, fields: ['video', 'viewer.own.nodes.items'] }],
      ['youtube.force-ssl', { tokenRequired: false, fields: ['video.commentThreads'] }],
      ['youtube.readonly', { tokenRequired: true, fields: ['video.fileDetails', 'viewer.own'] }],
    ]);
  });
  it('of a mutation are those of its writes, and of what it reads', async () => {
    const document = `mutation {
      updateVideo(input: { id: "${ids.video.trailer}", title: "New" }) { video { channel { title } } }
    }`;
    const { scopes } = await plan(studio, document);
    const write = scopes.find(({ anyOf }) => !anyOf.some((scope) => scope.endsWith('readonly')));
    expect(write).toEqual({
      anyOf: ['youtube', 'youtube.force-ssl', 'youtubepartner'].map(fullScope),
      tokenRequired: true,
      fields: ['updateVideo'],
    });
  });
});
