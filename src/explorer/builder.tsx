/** The builder: the operation as a tree of fields to click. */
import { explorerPlugin } from '@graphiql/plugin-explorer';
import '@graphiql/plugin-explorer/style.css';

const { content: Content } = explorerPlugin({ showAttribution: false });

export default function Builder() {
  return <Content />;
}
