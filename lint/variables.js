/** What the rules ask about the variables of a file. */

/** The variable that an identifier refers to; undefined for a global one. */
export function variableOf(sourceCode, identifier) {
  for (let scope = sourceCode.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (variable) return variable.defs.length > 0 ? variable : undefined;
  }
  return undefined;
}

/** Whether an identifier is that of the runtime, which a module of Node.js also exports. */
export function isGlobal(sourceCode, identifier) {
  const [def] = variableOf(sourceCode, identifier)?.defs ?? [];
  return !def || (def.type === 'ImportBinding' && def.parent.source.value.startsWith('node:'));
}

/** The name of a property that code reads; undefined if it is computed. */
export const propertyName = ({ computed, property }) => (computed ? undefined : property.name);

/** Whether a node is `object.property`, both global names. */
export const isMember = (node, object, property) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === object &&
  propertyName(node) === property;
