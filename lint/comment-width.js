/** Lint rule: comments end at column 100. The fix moves words to the next line. */
const width = 100;

/** Breaks a text into lines that fit behind a prefix; a word that is too long stays whole. */
function wrap(text, prefix) {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && prefix.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => (prefix + each).trimEnd());
}

/** Lines that start a paragraph of their own: empty lines, tags, list entries, tables, code. */
const startsParagraph = (line) => line === '' || /^(@|[-*|`+]|\d+\.|\s)/.test(line);

/** Groups lines into paragraphs. */
function paragraphsOf(lines) {
  const paragraphs = [];
  for (const [index, line] of lines.entries()) {
    const starts = index === 0 || startsParagraph(line) || lines[index - 1] === '';
    if (starts) paragraphs.push([line]);
    else paragraphs.at(-1).push(line);
  }
  return paragraphs;
}

const isLong = (prefix) => (line) => prefix.length + line.length > width;

function wrapBlock(comment, indent) {
  const prefix = `${indent} * `;
  const lines = comment.value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .map((line, index) => (index === 0 ? line.trimStart() : line));
  if (lines[0] === '') lines.shift();
  if (lines.at(-1).trim() === '') lines.pop();
  const opening = comment.value.startsWith('*') ? '/**' : '/*';
  const wrapped = paragraphsOf(lines).flatMap((paragraph) =>
    paragraph.some(isLong(prefix))
      ? wrap(paragraph.join(' '), prefix)
      : paragraph.map((line) => (prefix + line).trimEnd()),
  );
  return [opening, ...wrapped, `${indent} */`].join('\n');
}

const wrapLine = (comment, indent) =>
  wrap(comment.value.trim(), `${indent}// `).join('\n').slice(indent.length);

export const commentWidth = {
  meta: { type: 'layout', fixable: 'whitespace', schema: [] },
  create(context) {
    const { sourceCode } = context;
    const check = (comment) => {
      const { start, end } = comment.loc;
      const lines = sourceCode.lines.slice(start.line - 1, end.line);
      if (lines.every((line) => line.length <= width)) return;
      const indent = /^\s*/.exec(lines[0])[0];
      // A comment behind code, or one that is a single long word, cannot be wrapped.
      if (indent.length !== start.column || !comment.value.trim().includes(' ')) return;
      const text = comment.type === 'Line' ? wrapLine(comment, indent) : wrapBlock(comment, indent);
      if (text === sourceCode.getText(comment)) return;
      context.report({
        loc: comment.loc,
        message: 'Wrap the comment at column 100.',
        fix: (fixer) => fixer.replaceTextRange(comment.range, text),
      });
    };
    return {
      Program: () => {
        for (const comment of sourceCode.getAllComments()) check(comment);
      },
    };
  },
};
