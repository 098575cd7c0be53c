/** The builder: the operation as a tree of fields to click. */
import { explorerPlugin } from '@graphiql/plugin-explorer';
import '@graphiql/plugin-explorer/style.css';
import { useGraphiQL } from '@graphiql/react';
import { useMemo } from 'react';
import { builderValue, isChosen } from './builder-values.ts';

export default function Builder() {
  const schema = useGraphiQL((state) => state.schema);
  const Content = useMemo(
    () =>
      explorerPlugin({
        showAttribution: false,
        getDefaultScalarArgValue: builderValue,
        makeDefaultArg: schema ? isChosen(schema) : () => false,
      }).content,
    [schema],
  );
  return <Content />;
}
