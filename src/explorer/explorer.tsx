/** The page: who asks, the editor, and below it what the operation costs and does. */
import 'graphiql/graphiql.css';
import '@graphiql/react/style.css';
import { HISTORY_PLUGIN, HistoryStore } from '@graphiql/plugin-history';
import '@graphiql/plugin-history/style.css';
import { DocsIcon, GraphiQLProvider, type GraphiQLPlugin, useGraphiQL } from '@graphiql/react';
import { GraphiQL, GraphiQLInterface } from 'graphiql';
import type { GraphQLSchema } from 'graphql';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createClient } from '../client/client.ts';
import { ClientProvider } from '../react/react.ts';
import { Dialog, useDialog } from './parts/dialog.tsx';
import { useEditorOptions } from './editor/editor-options.ts';
import { ExamplesPanel } from './examples/examples-panel.tsx';
import { endpoint, fetcher } from './fetcher.ts';
import { Header } from './header.tsx';
import { Icon } from './parts/icon.tsx';
import { OperationPanel } from './plan/operation-panel.tsx';
import { useResultPointer } from './editor/result-pointer.ts';
import { loadSchema } from './editor/schema.ts';
import { welcome } from './examples/welcome.ts';

const Documentation = lazy(() => import('./errors/documentation.tsx'));
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
  title: 'Documentation',
  icon: DocsIcon,
  content: later(Documentation),
};

const plugins: GraphiQLPlugin[] = [
  {
    title: 'Examples',
    icon: () => <Icon path="M4 5h16M4 12h16M4 19h10" />,
    content: ExamplesPanel,
  },
  documentation,
  {
    title: 'Builder',
    icon: () => <Icon path="M4 4h6v6H4zM14 14h6v6h-6zM10 7h7v7" />,
    content: later(Builder),
  },
  HISTORY_PLUGIN,
];

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
      visiblePlugin="Examples"
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
  useResultPointer();
  useScrollToTop();
  useEditorOptions();
  return (
    <>
      <Header />
      <main>
        <GraphiQLInterface showPersistHeadersSettings={false}>
          <GraphiQL.Logo>{null}</GraphiQL.Logo>
        </GraphiQLInterface>
      </main>
      <OperationPanel />
      <Dialog />
    </>
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
