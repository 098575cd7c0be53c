/**
 * Lint rule: no test fails because time has passed. There is no upper bound on what the wall clock
 * measures, no shorter timeout than those of the configuration, and no retry. A promise about time
 * is checked by `expectWithin` of `test/support/report/`, at full size only; one about the CPU by
 * `cpuOf`.
 */
import { elapsedIn } from './elapsed.js';
import { propertyName, variableOf } from './variables.js';

/** The timeouts of `vitest.config.ts`, in milliseconds. */
export const timeouts = { test: 120_000, hook: 180_000, poll: 60_000 };

const tests = new Set(['it', 'test', 'describe', 'suite']);
const hooks = new Set(['beforeAll', 'afterAll', 'beforeEach', 'afterEach']);
const polls = new Set(['poll', 'waitFor', 'waitUntil']);

/** Calls of matchers that state an upper bound, and those that state a lower one. */
const isBelow = (matcher) => matcher.startsWith('toBeLessThan');
const isAbove = (matcher) => matcher.startsWith('toBeGreaterThan');
const isNear = (matcher) => /^(toBeCloseTo|toBeWithin)/.test(matcher);

/** `expect(…)` at the start of a chain of a matcher, and whether the matcher is negated. */
function expectationOf({ object }) {
  let isNegated = false;
  let node = object;
  while (node.type === 'MemberExpression') {
    if (propertyName(node) === 'not') isNegated = !isNegated;
    node = node.object;
  }
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const root = callee.type === 'MemberExpression' ? callee.object : callee;
  return root.name === 'expect' ? { actual: node.arguments[0], isNegated } : undefined;
}

/** A loop that runs until a time checks nothing by it. */
function isLoopCondition(node) {
  const { parent } = node;
  if (parent.type === 'LogicalExpression') return isLoopCondition(parent);
  return /^(While|DoWhile|For)Statement$/.test(parent.type) && parent.test === node;
}

/** The name at the start of `it.skipIf(…).each(…)(…)`. */
function rootOf(node) {
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'TaggedTemplateExpression' ? rootOf(node.tag) : node;
}

const isFullSize = ({ arguments: args }) =>
  args
    .flatMap(({ properties }) => properties ?? [])
    .filter(({ key }) => key?.name === 'tags')
    .flatMap(({ value }) => value.elements ?? [])
    .some((tag) => tag?.value === 'fullSize');

export const noElapsedBound = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { sourceCode } = context;
    const report = (node, message) => context.report({ node, message });
    const lazy = {};
    const kindOf = (node) => (lazy.kindOf ??= elapsedIn(sourceCode))(node);

    /** @param smaller what has to be less than the limit */
    const isBound = (smaller, limit) => {
      const kind = kindOf(smaller);
      return kind === 'elapsed' || (kind !== undefined && kindOf(limit) === 'deadline');
    };
    const reportBound = (node) =>
      report(node, 'Elapsed time depends on the machine: count, drive a clock, or expectWithin.');

    function checkMatcher(node) {
      const matcher = propertyName(node.callee);
      if (!isBelow(matcher) && !isAbove(matcher) && !isNear(matcher)) return;
      const expectation = expectationOf(node.callee);
      if (!expectation) return;
      const { actual, isNegated } = expectation;
      const [limit] = node.arguments;
      if (isNear(matcher) && kindOf(actual)) reportBound(node);
      if (isNear(matcher)) return;
      const isUpper = isBelow(matcher) !== isNegated;
      if (isUpper ? isBound(actual, limit) : isBound(limit, actual)) reportBound(node);
    }

    /** The least value of a number, as far as the source states it. */
    function leastOf(node) {
      if (node?.type === 'Literal') return typeof node.value === 'number' ? node.value : Infinity;
      if (node?.type === 'Identifier') {
        const [def] = variableOf(sourceCode, node)?.defs ?? [];
        return def?.type === 'Variable' && def.node.id === def.name
          ? leastOf(def.node.init)
          : Infinity;
      }
      if (node?.type === 'CallExpression' && node.callee.name === 'promised')
        return Math.min(...node.arguments.map(leastOf));
      return Infinity;
    }

    /** @param given an object of options, or a number */
    function checkOptions(given, leastMs) {
      if (given?.type !== 'ObjectExpression') return checkTimeout(given, leastMs);
      for (const each of given.properties) {
        if (each.type !== 'Property') continue;
        if (each.key.name === 'retry') report(each, 'A test that fails once has failed: no retry.');
        if (each.key.name === 'timeout') checkTimeout(each.value, leastMs);
      }
    }

    function checkTimeout(node, leastMs) {
      if (leastOf(node) < leastMs)
        report(node, `A shorter timeout than the general one, ${leastMs} ms, is an upper bound.`);
    }

    /** Parameters of tests can have these names, too. */
    const isOfVitest = (identifier) => {
      const [def] = variableOf(sourceCode, identifier)?.defs ?? [];
      return !def || def.type === 'ImportBinding';
    };

    function checkTimeouts({ callee, arguments: args }) {
      const root = rootOf(callee);
      if (root.type !== 'Identifier') return;
      const isPoll = callee.type === 'MemberExpression' && polls.has(propertyName(callee));
      if (isPoll && /^(expect|vi)$/.test(root.name)) checkOptions(args[1], timeouts.poll);
      if (isPoll && root.name === 'vi' && args.length < 2)
        report(callee, 'By default, it waits for a second only: use expect.poll.');
      if (!isOfVitest(root)) return;
      if (hooks.has(root.name)) checkOptions(args[1], timeouts.hook);
      if (!tests.has(root.name)) return;
      for (const each of args.slice(1)) checkOptions(each, timeouts.test);
    }

    /** In other tests, it would never check the limit. */
    function checkExpectWithin(node) {
      const around = [];
      for (let each = node.parent; each; each = each.parent)
        if (each.type === 'CallExpression' && tests.has(rootOf(each.callee).name))
          around.push(each);
      if (around.length > 0 && !around.some(isFullSize))
        report(node, 'expectWithin needs a test with the tag fullSize.');
    }

    return {
      CallExpression(node) {
        if (node.callee.name === 'expectWithin') checkExpectWithin(node);
        if (node.callee.type === 'MemberExpression' && propertyName(node.callee))
          checkMatcher(node);
        checkTimeouts(node);
      },
      BinaryExpression(node) {
        const { operator, left, right } = node;
        if (!/^[<>]=?$/.test(operator) || isLoopCondition(node)) return;
        if (operator[0] === '<' ? isBound(left, right) : isBound(right, left)) reportBound(node);
      },
    };
  },
};
