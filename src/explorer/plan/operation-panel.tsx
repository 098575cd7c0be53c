/** Below the editor: what the operation can cost, what it did, and the files that it needs. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect, useState } from 'react';
import { Calls } from './calls.tsx';
import { leaveHint } from '../editor/editor-options.ts';
import { ErrorList } from '../errors/error-list.tsx';
import { Events } from './events.tsx';
import { type SentOperation, variablesIn, withOwnName } from '../editor/operation.ts';
import './panel.css';
import { PlanLine, PlanPanel } from './plan-panel.tsx';
import { useTabId } from '../editor/tabs.ts';
import { useLateResult } from '../editor/result.ts';
import { useResponse } from '../response.ts';
import { Splitter } from '../parts/splitter.tsx';
import { usePlan } from './use-plan.ts';
import { UploadFields } from '../builder/upload-fields.tsx';
import { withAnyFiles } from '../builder/upload-files.ts';

type View = 'plan' | 'calls';

export function OperationPanel() {
  const plan = usePlan(useOperation());
  const [view, setView] = useState<View>('plan');
  const [height, setHeight] = useState(34);
  const { run, showTab } = useResponse();
  const tab = useTabId();
  useEffect(() => showTab(tab), [tab, showTab]);
  useLateResult();
  useEffect(() => {
    if (run > 0) setView('calls');
  }, [run]);
  return (
    <section className="operation" aria-label="Costs and calls" style={{ blockSize: `${height}%` }}>
      <Splitter height={height} onChange={setHeight} />
      <div className="operation-bar">
        <button type="button" aria-pressed={view === 'calls'} onClick={() => setView('calls')}>
          Calls
        </button>
        <button type="button" aria-pressed={view === 'plan'} onClick={() => setView('plan')}>
          Plan
        </button>
        <p
          role="status"
          data-testid="plan-line"
          className={plan.kind === 'plan' && plan.isOld ? 'old' : ''}
        >
          <PlanLine state={plan} />
        </p>
        <small className="hint">{leaveHint}</small>
      </div>
      <UploadFields />
      <div className="operation-view" tabIndex={0} role="group" aria-label={view}>
        {view === 'plan' ? (
          <PlanPanel state={plan} />
        ) : (
          <>
            <ErrorList />
            <Events />
            <Calls />
          </>
        )}
      </div>
    </section>
  );
}

/** @returns the operation that would run, as it is in the editors; undefined if there is none */
function useOperation(): SentOperation | undefined {
  const editors = useGraphiQL(({ queryEditor, variableEditor }) => queryEditor && variableEditor);
  const { queryEditor, variableEditor, operationName, schema } = useGraphiQL((state) => state);
  const [, setChanges] = useState(0);
  useEffect(() => {
    const onChange = (): void => setChanges((count) => count + 1);
    const listeners = [queryEditor, variableEditor].map((editor) =>
      editor?.onDidChangeModelContent(onChange),
    );
    return () => {
      for (const listener of listeners) listener?.dispose();
    };
  }, [queryEditor, variableEditor]);
  if (!editors) return undefined;
  const query = queryEditor!.getValue();
  if (query.replaceAll(/#.*/g, '').trim() === '') return undefined;
  const variables = variablesIn(variableEditor!.getValue()) as SentOperation['variables'];
  const operation = withOwnName({ query, operationName, variables });
  return schema ? withAnyFiles(operation, schema) : operation;
}
