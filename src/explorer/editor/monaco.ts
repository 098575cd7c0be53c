/**
 * The editor: of its features those that GraphQL and JSON need. It takes the place of the modules
 * that import all of them.
 */
import 'monaco-editor/esm/vs/editor/browser/coreCommands.js';
import 'monaco-editor/esm/vs/editor/browser/widget/codeEditor/codeEditorWidget.js';
import 'monaco-editor/esm/vs/editor/contrib/bracketMatching/browser/bracketMatching.js';
import 'monaco-editor/esm/vs/editor/contrib/clipboard/browser/clipboard.js';
import 'monaco-editor/esm/vs/editor/contrib/comment/browser/comment.js';
import 'monaco-editor/esm/vs/editor/contrib/contextmenu/browser/contextmenu.js';
import 'monaco-editor/esm/vs/editor/contrib/cursorUndo/browser/cursorUndo.js';
import 'monaco-editor/esm/vs/editor/contrib/find/browser/findController.js';
import 'monaco-editor/esm/vs/editor/contrib/folding/browser/folding.js';
import 'monaco-editor/esm/vs/editor/contrib/gotoError/browser/gotoError.js';
import 'monaco-editor/esm/vs/editor/contrib/hover/browser/hoverContribution.js';
import 'monaco-editor/esm/vs/editor/contrib/indentation/browser/indentation.js';
import 'monaco-editor/esm/vs/editor/contrib/linesOperations/browser/linesOperations.js';
import 'monaco-editor/esm/vs/editor/contrib/multicursor/browser/multicursor.js';
import 'monaco-editor/esm/vs/editor/contrib/smartSelect/browser/smartSelect.js';
import 'monaco-editor/esm/vs/editor/contrib/snippet/browser/snippetController2.js';
import 'monaco-editor/esm/vs/editor/contrib/suggest/browser/suggestController.js';
import 'monaco-editor/esm/vs/editor/contrib/tokenization/browser/tokenization.js';
import 'monaco-editor/esm/vs/editor/contrib/toggleTabFocusMode/browser/toggleTabFocusMode.js';
import 'monaco-editor/esm/vs/editor/contrib/wordHighlighter/browser/wordHighlighter.js';
import 'monaco-editor/esm/vs/editor/contrib/wordOperations/browser/wordOperations.js';
import 'monaco-editor/esm/vs/editor/contrib/readOnlyMessage/browser/contribution.js';
import 'monaco-editor/esm/vs/editor/common/standaloneStrings.js';
import 'monaco-editor/esm/vs/base/browser/ui/codicons/codiconStyles.js';
import 'monaco-editor/esm/vs/editor/standalone/browser/quickAccess/standaloneCommandsQuickAccess.js';
import 'monaco-editor/esm/vs/basic-languages/graphql/graphql.contribution.js';
import 'monaco-editor/esm/vs/language/json/monaco.contribution.js';
import { editor } from 'monaco-editor/esm/vs/editor/editor.api.js';

export * from 'monaco-editor/esm/vs/editor/editor.api.js';

const clear = '#ffffff00';

/** The colors of the page, for the editor and its menus. */
function themeColors(
  paper: string,
  accent: string,
  muted: string,
): Readonly<Record<string, string>> {
  const pale = `${accent}19`;
  return {
    'editor.background': clear,
    'editorLineNumber.foreground': muted,
    'editorLineNumber.dimmedForeground': muted,
    'scrollbar.shadow': clear,
    'editorHoverWidget.background': paper,
    'editorSuggestWidget.background': paper,
    'editorSuggestWidget.selectedBackground': pale,
    'editorSuggestWidget.selectedForeground': accent,
    'editorWidget.background': paper,
    'menu.background': paper,
    'menu.selectionBackground': pale,
    'menu.selectionForeground': accent,
    'quickInput.background': paper,
    'quickInputList.focusBackground': pale,
    'quickInputList.focusForeground': accent,
    'list.highlightForeground': accent,
    'list.focusHighlightForeground': accent,
    'list.hoverBackground': pale,
    'textLink.foreground': accent,
    focusBorder: accent,
  };
}

editor.defineTheme('studiograph-light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'argument.identifier.gql', foreground: '#5c59c0' },
    // The editor's own colors are too pale to read, and in the dark theme too dark.
    { token: 'number', foreground: '#066b43' },
  ],
  colors: themeColors('#ffffff', '#4a38d1', '#5f6884'),
});

editor.defineTheme('studiograph-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'argument.identifier.gql', foreground: '#a7a3ff' },
    { token: 'comment', foreground: '#86b072' },
  ],
  colors: themeColors('#1a1e2d', '#a89eff', '#a5adc9'),
});
