/** The operation as code: a tab for each kind, and a button that copies it. */
import './code.css';
import { type KeyboardEvent, useState } from 'react';
import { copyText } from '../parts/copy.ts';
import { settings } from '../settings.ts';
import { useSession } from '../sign-in/session.ts';
import { codeKinds } from './code-kinds.ts';
import type { CodedOperation } from './coded-operation.ts';
import { useCodedOperation } from './use-coded-operation.ts';

export default function CodeView() {
  const { operation, problem } = useCodedOperation();
  if (operation === undefined) return <p className="code-problem">{problem}</p>;
  return <Code operation={operation} />;
}

const key = 'studiograph:code';

/** The kind that was shown last; the first one on a first visit. */
const lastKind = (): number =>
  Math.max(
    0,
    codeKinds.findIndex(({ name }) => name === localStorage.getItem(key)),
  );

function Code({ operation }: { readonly operation: CodedOperation }) {
  const [shown, setShown] = useState(lastKind);
  const { name, write } = codeKinds[shown]!;
  const code = write(operation);
  const show = (index: number): void => {
    setShown(index);
    localStorage.setItem(key, codeKinds[index]!.name);
  };
  return (
    <div className="code-view">
      <Tabs shown={shown} onShow={show} />
      <pre tabIndex={0} role="tabpanel" id="code" aria-label={`Code for ${name}`}>
        <code>{code}</code>
      </pre>
      <div className="code-actions">
        <CopyButton key={code} text={code} />
        <p className="muted">
          {hints[operation.caller]} <SandboxToken caller={operation.caller} />
        </p>
      </div>
    </div>
  );
}

const hints: Readonly<Record<CodedOperation['caller'], string>> = {
  token: 'It reads the access token from ACCESS_TOKEN. Headers of the editor are not in it.',
  session: 'It sends the cookie of the sign-in. Headers of the editor are not in it.',
  nobody: 'It asks as nobody, for public data. Headers of the editor are not in it.',
};

/** Tokens of the sandbox are no secrets: without one, the code of a first visit would not run. */
function SandboxToken({ caller }: Pick<CodedOperation, 'caller'>) {
  const { token } = useSession().session;
  const isKnown = caller === 'token' && settings.users.some((user) => user.token === token);
  return isKnown ? (
    <>
      Here: <code>ACCESS_TOKEN={token}</code>
    </>
  ) : null;
}

interface TabsProps {
  readonly shown: number;
  readonly onShow: (index: number) => void;
}

/** The arrow keys go from tab to tab, and the Tab key leaves them. */
function Tabs({ shown, onShow }: TabsProps) {
  const last = codeKinds.length - 1;
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const next = {
      ArrowRight: shown === last ? 0 : shown + 1,
      ArrowLeft: shown === 0 ? last : shown - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <div role="tablist" aria-label="Kind of code" onKeyDown={press}>
      {codeKinds.map(({ name }, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={index === shown}
          aria-controls="code"
          tabIndex={index === shown ? 0 : -1}
          onClick={() => onShow(index)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  const copy = async (): Promise<void> =>
    say(
      (await copyText(text))
        ? 'Copied.'
        : 'The browser does not let the page copy: select the code.',
    );
  return (
    <>
      <button type="button" className="primary" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{said}</span>
    </>
  );
}
