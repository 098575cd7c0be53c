/**
 * Plans of operations make the argument `info` only for resolvers that declare four parameters
 * (`src/server/execution/operation-plan.ts`). The number of parameters, which JavaScript counts, is
 * right only without default values, rest parameters and `arguments`.
 */
import { isObjectType } from 'graphql';
import { parseAstAsync } from 'vitest/node';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';

interface FunctionNode {
  readonly params: readonly { readonly type: string }[];
}

/** @returns the node of a function, from its source text */
async function functionNode(source: string): Promise<FunctionNode> {
  const isMethod = !/^(async\s+)?(function\b|\(|\w+\s*=>)/.test(source);
  const { body } = await parseAstAsync(isMethod ? `x = { ${source} }` : `x = ${source}`);
  const { right } = (body[0] as unknown as { expression: { right: unknown } }).expression;
  if (!isMethod) return right as FunctionNode;
  return (right as { properties: { value: FunctionNode }[] }).properties[0]!.value;
}

/** Whether the number of parameters of a function tells whether it reads a fourth argument. */
async function hasCountableParameters(source: string): Promise<boolean> {
  const { params } = await functionNode(source);
  const isCounted = params.every(({ type }) => !/^(RestElement|AssignmentPattern)$/.test(type));
  return isCounted && !/\barguments\b/.test(source);
}

describe('a resolver', () => {
  it.each([
    ['(a, b) => a', true],
    ['({ a = 1 }) => a', true],
    ['a => a', true],
    ['async (a) => a', true],
    ['resolve(a) { return a; }', true],
    ['function f(a, b) { return a; }', true],
    ['(...all) => all', false],
    ['(a, b, c, info = {}) => info', false],
    ['function () { return arguments[3]; }', false],
  ])('like %s has countable parameters: %s', async (source, expected) => {
    expect(await hasCountableParameters(source)).toBe(expected);
  });
  it('declares the parameter info if it reads it', async () => {
    const sources = new Map<string, string>();
    for (const type of Object.values(schema.getTypeMap()))
      if (isObjectType(type) && !type.name.startsWith('__'))
        for (const { name, resolve } of Object.values(type.getFields()))
          if (resolve && resolve.length < 4) sources.set(String(resolve), `${type.name}.${name}`);
    const checked = await Promise.all(
      [...sources].map(async ([source, field]) => [field, await hasCountableParameters(source)]),
    );
    expect(checked.length).toBeGreaterThan(50);
    expect(checked.filter(([, isCountable]) => !isCountable)).toEqual([]);
  });
});
