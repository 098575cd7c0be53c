/** Shows the operation in the editor as code of a frontend. */
import { lazy, Suspense } from 'react';
import { useDialog } from '../parts/dialog.tsx';
import { ToolButton } from '../share/tool-button.tsx';

const CodeView = lazy(() => import('./code-view.tsx'));

export function CodeButton() {
  const { open } = useDialog();
  const show = (): void =>
    open(
      'The operation as code',
      <Suspense fallback={<p>Loading …</p>}>
        <CodeView />
      </Suspense>,
    );
  return (
    <ToolButton
      name="Code"
      label="Code: this operation for your app"
      icon="M8 6l-5 6 5 6M16 6l5 6-5 6M14 4l-4 16"
      onClick={show}
    />
  );
}
