/**
 * Finds out which expressions of a file come from the wall clock:
 * - `clock`: a time that was read,
 * - `deadline`: such a time and a number of milliseconds more or less,
 * - `elapsed`: a difference of such times, or of one and another value.
 *
 * Values are followed through variables, parameters, properties of the same name, and functions of
 * the file. What is stored in a list counts for the list, and what a function returns for the
 * function.
 */
import { isMember, propertyName, variableOf } from './variables.js';

const ranks = ['clock', 'deadline', 'elapsed'];

const strongest = (kinds) => ranks[Math.max(...kinds.map((kind) => ranks.indexOf(kind)))];

/** Methods whose result comes from what they are called with, not from their object. */
const mapping = new Set(['then', 'map', 'flatMap', 'reduce', 'from', 'fromAsync']);

/** Global objects whose functions return what they are called with, or the largest of it. */
const transparent = new Set(['Math', 'Promise', 'Number', 'BigInt', 'Array', 'Object']);

const adding = new Set(['push', 'unshift', 'add', 'set']);
const functions = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

function isClockRead(node) {
  if (node.type === 'NewExpression')
    return node.callee.name === 'Date' && node.arguments.length === 0;
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  return (
    isMember(callee, 'performance', 'now') ||
    isMember(callee, 'Date', 'now') ||
    isMember(callee, 'process', 'hrtime') ||
    isMember(callee, 'process', 'uptime') ||
    (callee.type === 'MemberExpression' && isMember(callee.object, 'process', 'hrtime'))
  );
}

const nameOfKey = ({ computed, key }) => (computed ? undefined : (key.name ?? key.value));

/** The children of a node that are code. */
function* childrenOf(node, visitorKeys) {
  for (const key of visitorKeys[node.type] ?? [])
    for (const child of [node[key]].flat()) if (child) yield child;
}

/** The expressions that a function returns. */
function returnedBy(node, visitorKeys) {
  if (node.body.type !== 'BlockStatement') return [node.body];
  const found = [];
  const visit = (each) => {
    if (functions.test(each.type)) return;
    if (each.type === 'ReturnStatement' && each.argument) found.push(each.argument);
    for (const child of childrenOf(each, visitorKeys)) visit(child);
  };
  visit(node.body);
  return found;
}

/** The values that properties of a file are given, by the name of the property. */
function propertyValues(program, visitorKeys) {
  const values = new Map();
  const add = (name, value) => {
    if (name === undefined || !value) return;
    if (!values.has(name)) values.set(name, []);
    values.get(name).push(value);
  };
  const visit = (node) => {
    if (node.type === 'Property' && node.parent.type === 'ObjectExpression')
      add(nameOfKey(node), node.value);
    if (node.type === 'PropertyDefinition' || node.type === 'MethodDefinition')
      add(nameOfKey(node), node.value);
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      add(propertyName(node.left), node.right);
    if (isAdding(node) && node.callee.object.type === 'MemberExpression')
      for (const each of node.arguments) add(propertyName(node.callee.object), each);
    for (const child of childrenOf(node, visitorKeys)) visit(child);
  };
  visit(program);
  return values;
}

/** Whether a node adds values to a collection. */
const isAdding = ({ type, callee }) =>
  type === 'CallExpression' &&
  callee.type === 'MemberExpression' &&
  adding.has(propertyName(callee));

/** @returns a function that tells the kind of an expression, undefined for other values */
export function elapsedIn(sourceCode) {
  const { visitorKeys } = sourceCode;
  const properties = propertyValues(sourceCode.ast, visitorKeys);
  const known = new Map();

  /** What stands in itself, as a call that calls itself does, adds nothing. */
  function kindOf(node) {
    if (!node) return undefined;
    if (!known.has(node)) {
      known.set(node, undefined);
      known.set(node, find(node));
    }
    return known.get(node);
  }
  const kindOfAny = (nodes) => strongest(nodes.map(kindOf));

  function find(node) {
    if (isClockRead(node)) return node.arguments.length > 0 ? 'elapsed' : 'clock';
    if (functions.test(node.type)) return kindOfAny(returnedBy(node, visitorKeys));
    switch (node.type) {
      case 'Identifier':
        return kindOfVariable(variableOf(sourceCode, node));
      case 'MemberExpression':
        return kindOfMember(node);
      case 'CallExpression':
        return kindOfCall(node);
      case 'BinaryExpression':
        return kindOfBinary(node);
      case 'ArrayExpression':
        return kindOfAny(node.elements);
      case 'LogicalExpression':
        return kindOfAny([node.left, node.right]);
      case 'ConditionalExpression':
        return kindOfAny([node.consequent, node.alternate]);
      case 'AssignmentExpression':
        return kindOf(node.right);
      case 'AwaitExpression':
      case 'SpreadElement':
        return kindOf(node.argument);
      case 'UnaryExpression':
        return /^[+-]$/.test(node.operator) ? kindOf(node.argument) : undefined;
      default:
        // Casts, `!` and `?.`.
        return /^(TS|Chain|Parenthesized)/.test(node.type) ? kindOf(node.expression) : undefined;
    }
  }

  function kindOfBinary({ operator, left, right }) {
    if (!/^[-+*/%]$/.test(operator)) return undefined;
    const kinds = [kindOf(left), kindOf(right)];
    const isTime = kinds.some((kind) => kind === 'clock' || kind === 'deadline');
    if (!isTime) return strongest(kinds);
    if (operator === '-') return isNumber(right) ? 'deadline' : 'elapsed';
    return operator === '+' ? 'deadline' : strongest(kinds);
  }

  /** Whether an expression is a number that the source states. */
  function isNumber(node) {
    if (node.type === 'Literal') return true;
    if (node.type !== 'Identifier') return false;
    const [def] = variableOf(sourceCode, node)?.defs ?? [];
    const isConstant = def?.type === 'Variable' && def.node.parent.kind === 'const';
    return isConstant && def.node.init?.type === 'Literal';
  }

  /** Percentiles come from helpers in other files. */
  const kindOfProperty = (name) =>
    /^p\d\d$/.test(name) ? 'elapsed' : kindOfAny(properties.get(name) ?? []);

  function kindOfMember(node) {
    const name = propertyName(node);
    if (name === 'length' || name === 'size') return undefined;
    return strongest([kindOf(node.object), kindOfProperty(name)]);
  }

  function kindOfCall({ callee, arguments: args }) {
    const ofCallee = kindOf(callee);
    if (callee.type !== 'MemberExpression') {
      const isOwn = callee.type === 'Identifier' && variableOf(sourceCode, callee)?.defs;
      const isImported = isOwn && isOwn[0].type === 'ImportBinding';
      // A function of another file, like a percentile, returns one of the times that it gets.
      const ofArgs = isImported && kindOfAny(args.filter(({ type }) => !functions.test(type)));
      return ofArgs === 'elapsed' ? 'elapsed' : ofCallee;
    }
    if (transparent.has(callee.object.name)) return kindOfAny(args);
    return mapping.has(propertyName(callee)) ? kindOfAny(args) : ofCallee;
  }

  function kindOfVariable(variable) {
    if (!variable) return undefined;
    if (known.has(variable)) return known.get(variable);
    known.set(variable, undefined);
    const kinds = variable.defs.map((def) => kindOfDefinition(def, variable));
    for (const { identifier } of variable.references) {
      const { parent } = identifier;
      if (parent.type === 'AssignmentExpression' && parent.left === identifier)
        kinds.push(kindOf(parent.right));
      const call = parent.parent;
      if (parent.type === 'MemberExpression' && parent.object === identifier && isAdding(call))
        kinds.push(...call.arguments.map(kindOf));
    }
    known.set(variable, strongest(kinds));
    return known.get(variable);
  }

  function kindOfDefinition({ type, node, name }) {
    if (type === 'FunctionName') return kindOf(node);
    if (type === 'Parameter') return kindOfParameter(node, name);
    if (type !== 'Variable') return undefined;
    if (name.parent.type === 'Property') return kindOfProperty(nameOfKey(name.parent));
    const loop = node.parent.parent;
    return kindOf(loop?.type === 'ForOfStatement' && !node.init ? loop.right : node.init);
  }

  /** What the calls of a function pass, or the list whose method calls it. */
  function kindOfParameter(node, name) {
    if (name.parent.type === 'Property') return kindOfProperty(nameOfKey(name.parent));
    const index = node.params.indexOf(name);
    const { parent } = node;
    if (parent.type === 'CallExpression' && parent.callee.type === 'MemberExpression')
      return kindOf(parent.callee.object);
    const id = node.id ?? (parent.type === 'VariableDeclarator' ? parent.id : undefined);
    const variable = id?.type === 'Identifier' ? variableOf(sourceCode, id) : undefined;
    const calls = (variable?.references ?? [])
      .map(({ identifier }) => identifier.parent)
      .filter((call) => call.type === 'CallExpression' && functionOf(call) === variable);
    return kindOfAny(calls.map((call) => call.arguments[index]));
  }
  const functionOf = ({ callee }) =>
    callee.type === 'Identifier' ? variableOf(sourceCode, callee) : undefined;

  return kindOf;
}
