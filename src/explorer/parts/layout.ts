/**
 * How wide the side panel and the editor are on a first visit. GraphiQL takes it from its storage
 * alone: the first is a part of the width beside it, the other of that of the result.
 */
const widths = { 'graphiql:docExplorerFlex': '0.28', 'graphiql:editorFlex': '1' };

for (const [key, width] of Object.entries(widths))
  if (localStorage.getItem(key) === null) localStorage.setItem(key, width);
