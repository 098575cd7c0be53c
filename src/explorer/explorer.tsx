/** The page: who asks, the editor, and below it what the operation costs and does. */
import 'graphiql/graphiql.css';
import '@graphiql/react/style.css';
import { HISTORY_PLUGIN, HistoryStore } from '@graphiql/plugin-history';
import '@graphiql/plugin-history/style.css';
import { GraphiQLProvider, type GraphiQLPlugin, useGraphiQL } from '@graphiql/react';
import { GraphiQL, GraphiQLInterface } from 'graphiql';
import type { GraphQLSchema } from 'graphql';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createClient } from '../client/client.ts';
import { ClientProvider } from '../react/react.ts';
import { toolbar } from './code/toolbar.tsx';
import { Dialog, useDialog } from './parts/dialog.tsx';
import { AnswerBar } from './answer/answer-bar.tsx';
import { useEditorOptions, useScrolledResult, useSystemTheme } from './editor/editor-options.ts';
import { useFirstRun } from './examples/first-run.ts';
import { endpoint, fetcher } from './fetcher.ts';
import { Header } from './header.tsx';
import { HistoryPanel } from './parts/history-panel.tsx';
import { namedIcon } from './parts/icon.tsx';
import './parts/graphiql.css';
import { Panes, usePane } from './parts/panes.tsx';
import { SharedTab } from './share/shared-tab.tsx';
import { OperationPanel } from './plan/operation-panel.tsx';
import { usePointer } from './editor/pointer.ts';
import { loadSchema } from './editor/schema.ts';
import { useRunKey } from './editor/run-key.ts';
import { useServiceMarks } from './editor/service-marks.ts';
import { welcome } from './examples/welcome.ts';

const Documentation = lazy(() => import('./errors/documentation.tsx'));
const Examples = lazy(() => import('./examples/examples-panel.tsx'));
const Collections = lazy(() => import('./collections/collections-panel.tsx'));
const Builder = lazy(() => import('./builder/builder.tsx'));

/** Panels that are large, and loaded when they are opened. */
const later = (Panel: typeof Documentation) =>
  function Content() {
    return (
      <Suspense fallback={<p>Loading …</p>}>
        <Panel />
      </Suspense>
    );
  };

const documentation: GraphiQLPlugin = {
  title: 'Docs',
  icon: namedIcon('Docs', 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6'),
  content: later(Documentation),
};

const plugins: GraphiQLPlugin[] = [
  {
    title: 'Examples',
    icon: namedIcon('Examples', 'M4 5h16M4 12h16M4 19h10'),
    content: later(Examples),
  },
  {
    title: 'Collections',
    icon: namedIcon('Collections', 'M3 6h7l2 2h9v12H3z'),
    content: later(Collections),
  },
  documentation,
  {
    title: 'Builder',
    icon: namedIcon('Builder', 'M4 4h6v6H4zM14 14h6v6h-6zM10 7h7v7'),
    content: later(Builder),
  },
  {
    ...HISTORY_PLUGIN,
    content: HistoryPanel,
    icon: namedIcon('History', 'M4 12a8 8 0 1 0 3-6.2L4 8M4 4v4h4M12 8v4l3 2'),
  },
];

/** On a first visit there is place for the examples beside the answer, or there is not. */
const firstPanel = innerWidth >= 1500 ? 'Examples' : undefined;

/** Names of themes that the editor defines. */
const editorTheme = { light: 'studiograph-light', dark: 'studiograph-dark' };

/** For the sign-in: the editor sends its operations by itself. */
const client = createClient({ url: endpoint, session: true });

/** A link can name an operation, which the page shows and does not run. */
const linked = new URLSearchParams(location.search);

export function Explorer() {
  const schema = useSchema();
  const query = linked.get('query');
  const variables = linked.get('variables');
  return (
    <GraphiQLProvider
      fetcher={fetcher}
      schema={schema}
      dangerouslyAssumeSchemaIsValid
      plugins={plugins}
      referencePlugin={documentation}
      {...(firstPanel && { visiblePlugin: firstPanel })}
      defaultQuery={welcome}
      editorTheme={editorTheme}
      shouldPersistHeaders={false}
      {...(query !== null && { initialQuery: query })}
      {...(variables !== null && { initialVariables: variables })}
    >
      <HistoryStore>
        <ClientProvider value={client}>
          <Page />
        </ClientProvider>
      </HistoryStore>
    </GraphiQLProvider>
  );
}

function Page() {
  const pane = usePane();
  usePointer();
  useServiceMarks();
  useScrollToTop();
  useEditorOptions();
  useSystemTheme();
  useScrolledResult();
  useFirstRun();
  useRunKey();
  return (
    <div className="page" data-pane={pane}>
      <Header>
        <SharedTab />
      </Header>
      <Panes />
      <main>
        <GraphiQLInterface showPersistHeadersSettings={false}>
          <GraphiQL.Logo>{null}</GraphiQL.Logo>
          <GraphiQL.Toolbar>{toolbar}</GraphiQL.Toolbar>
          <GraphiQL.Footer>
            <AnswerBar />
          </GraphiQL.Footer>
        </GraphiQLInterface>
      </main>
      <OperationPanel />
      <Dialog />
    </div>
  );
}

/** The panels at the side share one element, and so the place to which it is scrolled. */
function useScrollToTop(): void {
  const panel = useGraphiQL(({ visiblePlugin }) => visiblePlugin);
  useEffect(() => {
    document.querySelector('.graphiql-plugin')?.scrollTo(0, 0);
  }, [panel]);
}

/** @returns the schema; null until it is there */
function useSchema(): GraphQLSchema | null {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  const { open } = useDialog();
  useEffect(() => {
    loadSchema().then(setSchema, (error: unknown) =>
      open('No schema', <p>{String(error)} Completion and documentation are off.</p>),
    );
  }, [open]);
  return schema;
}
