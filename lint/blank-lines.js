/**
 * Lint rule: a blank line between top-level statements and between the methods of a class. Imports,
 * and one-line statements without a comment of their own, may follow each other directly.
 */
const isOneLine = ({ loc }) => loc.start.line === loc.end.line;
const isImport = ({ type }) => type === 'ImportDeclaration';

const mayTouch = (previous, next, comments) =>
  (isImport(previous) && isImport(next)) ||
  (isOneLine(previous) && isOneLine(next) && comments.length === 0 && !isImport(previous));

export const blankLines = {
  meta: { type: 'layout', fixable: 'whitespace', schema: [] },
  create(context) {
    const { sourceCode } = context;
    const check = (previous, next) => {
      const comments = sourceCode
        .getCommentsBefore(next)
        .filter(({ loc }) => loc.start.line > previous.loc.end.line);
      const first = comments[0] ?? next;
      const touches = first.loc.start.line <= previous.loc.end.line + 1;
      if (!touches || mayTouch(previous, next, comments)) return;
      context.report({
        node: next,
        message: 'Put a blank line between definitions.',
        fix: (fixer) => fixer.insertTextBefore(first, '\n'),
      });
    };
    return {
      Program: ({ body }) => {
        for (const [index, next] of body.entries()) if (index > 0) check(body[index - 1], next);
      },
      ClassBody: ({ body }) => {
        for (const [index, next] of body.entries())
          if (index > 0 && next.type === 'MethodDefinition') check(body[index - 1], next);
      },
    };
  },
};
