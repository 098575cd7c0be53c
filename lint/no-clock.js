/**
 * Lint rule: no timer and no reading of the time but by `src/engine/caller/clock.ts`. What
 * decides takes a `Clock`, so that tests can drive it. `setImmediate` waits for no time.
 */
import { isGlobal, isMember, propertyName, variableOf } from './variables.js';

const timers = new Set(['setTimeout', 'setInterval']);
const modules = new Set(['timers', 'node:timers', 'timers/promises', 'node:timers/promises']);
const imported = new Set([...timers, 'scheduler']);

/** Members of global objects that read the time or fire after a time. */
const members = [
  ['Date', 'now'],
  ['performance', 'now'],
  ['process', 'hrtime'],
  ['AbortSignal', 'timeout'],
  ['globalThis', 'setTimeout'],
  ['globalThis', 'setInterval'],
];

/** Names of properties and of imports, and types like `ReturnType<typeof setTimeout>`. */
const isName = ({ type, computed, property, key, value }, node) =>
  type === 'TSTypeQuery' ||
  type === 'ImportSpecifier' ||
  (!computed && property === node) ||
  (!computed && key === node && value !== node);

export const noClock = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { sourceCode } = context;
    const report = (node, name) =>
      context.report({ node, message: `Take a Clock instead of ${name}, so that tests drive it.` });
    return {
      ImportDeclaration(node) {
        if (!modules.has(node.source.value) || node.importKind === 'type') return;
        for (const each of node.specifiers) {
          const name = each.imported?.name;
          if (name === undefined || imported.has(name)) report(each, name ?? node.source.value);
        }
      },
      ImportExpression({ source }) {
        if (modules.has(source.value)) report(source, source.value);
      },
      Identifier(node) {
        if (timers.has(node.name) && !isName(node.parent, node) && !variableOf(sourceCode, node))
          report(node, node.name);
      },
      MemberExpression(node) {
        const member = members.find(([object, property]) => isMember(node, object, property));
        if (member && isGlobal(sourceCode, node.object))
          report(node, `${member[0]}.${propertyName(node)}`);
      },
    };
  },
};
