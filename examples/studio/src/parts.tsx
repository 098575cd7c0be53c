/** Parts that all sections use. */
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import { type RequestError, signInFor } from 'studiograph/client';
import type {
  FollowState,
  Outcome,
  PagesResult,
  RequestState,
  ViewerResult,
} from 'studiograph/react';
import type { PrivacyStatus } from './generated/graphql';

/** How the user gets further access, at a gateway where users sign in. */
export const SignInContext = createContext<Pick<ViewerResult, 'viewer' | 'signIn'> | undefined>(
  undefined,
);

type ErrorsProps = { error?: RequestError; hasData?: boolean; onRetry?: () => unknown };

/** What went wrong. @param hasData whether other data are shown */
export function Errors({ error, hasData, onRetry }: ErrorsProps) {
  const user = useContext(SignInContext);
  if (!error) return null;
  const asked = user && signInFor(error, user.viewer);
  const { errors, isTemporary, mayBeApplied, message, userText } = error;
  const groups = Map.groupBy(errors, (each) => each.userText);
  return (
    <div role="alert">
      {hasData ? <p>Some of the data are missing or old:</p> : null}
      {errors.length === 0 ? <Problem text={userText} paths={[]} details={[message]} /> : null}
      {[...groups].map(([text, group]) => (
        <Problem
          key={text}
          text={text}
          paths={group.map(({ path }) => path)}
          details={group.map((each) => each.message)}
        />
      ))}
      {errors.map((each, index) =>
        each.code === 'PARTLY_DONE' ? (
          <p key={index}>
            Done: {each.done?.join(', ') || 'nothing'}. Not done: {each.remaining?.join(', ')}.
          </p>
        ) : null,
      )}
      {mayBeApplied ? <p>It may have been done all the same.</p> : null}
      {asked ? <button onClick={() => user.signIn(asked)}>Allow access</button> : null}
      {onRetry && (isTemporary || errors.some((each) => each.isTemporary)) ? (
        <button onClick={() => void onRetry()}>Try again</button>
      ) : null}
    </div>
  );
}

type Path = readonly (string | number)[];
type ProblemProps = { text: string; paths: readonly Path[]; details: readonly string[] };

/** A text for users, with the names of its fields, and messages for developers. */
function Problem({ text, paths, details }: ProblemProps) {
  const fields = [...new Set(paths.map(fieldName))].filter((name) => name !== '');
  return (
    <div>
      {text} {fields.length > 0 ? <span className="soft">({fields.join(', ')})</span> : null}
      <Details lines={[...new Set(details)]} />
    </div>
  );
}

/** The last name in a path, in words. */
const fieldName = (path: Path): string =>
  String(path.findLast((step) => !/^(\d+|edges|node|dateTime)$/.test(`${step}`)) ?? '').replaceAll(
    /[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );

const Details = ({ lines }: { lines: readonly string[] }) => (
  <details>
    <summary>Details</summary>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </details>
);

interface TextFormProps {
  readonly as: 'input' | 'textarea';
  readonly label: string;
  readonly button: string;
  readonly maxLength: number;
  readonly isOpen: boolean;
  /** Of the request that `send` makes. */
  readonly state: RequestState<unknown>;
  readonly send: (text: string) => Promise<Outcome<unknown>>;
}

/** A form with one text, which is emptied when it has been sent. */
export function TextForm({ as: Text, label, button, isOpen, state, ...props }: TextFormProps) {
  const [text, setText] = useState('');
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { error } = await props.send(text);
    if (!error) setText('');
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <Field label={label}>
        <Text
          value={text}
          onChange={({ target }: { target: { value: string } }) => setText(target.value)}
          maxLength={props.maxLength}
          dir="auto"
          required
          disabled={!isOpen}
        />
      </Field>
      <button disabled={!isOpen || state.isLoading}>{button}</button>
      <Errors error={state.error} />
    </form>
  );
}

interface ListProps<Node> {
  /** The name of the items. */
  readonly what: string;
  readonly result: Omit<PagesResult<unknown, Node>, 'update' | 'data'>;
  readonly children: (node: Node) => ReactNode;
}

/** A list: loading, with errors, empty, or with a button for the next page. */
export function List<Node extends { id: string }>({ what, result, children }: ListProps<Node>) {
  const { nodes, error, isLoading, refetch } = result;
  return (
    <>
      <Errors error={error} hasData={nodes !== undefined} onRetry={refetch} />
      {isLoading && !nodes ? <Loading what={what} /> : null}
      {nodes?.length || isLoading || error ? null : <p className="empty">There are no {what}.</p>}
      <ul className="cards">
        {nodes?.map((node) => (
          <li key={node.id}>{children(node)}</li>
        ))}
      </ul>
      <More what={what} {...result} />
    </>
  );
}

type MoreProps = { what: string } & Pick<PagesResult<unknown, unknown>, 'hasMore' | 'loadMore'>;

/** A button that loads the next page of a list, and what went wrong. */
export function More({ what, hasMore, loadMore }: MoreProps) {
  const [state, setState] = useState<RequestState<unknown>>({ isLoading: false });
  if (!hasMore) return null;
  const onClick = async (): Promise<void> => {
    setState({ isLoading: true });
    setState({ ...(await loadMore()), isLoading: false });
  };
  return (
    <>
      <button disabled={state.isLoading} onClick={() => void onClick()}>
        More {what}
      </button>
      <Errors error={state.error} />
    </>
  );
}

/** The state of a subscription, for users. */
export function followText({ status, error, pauseMs = 0 }: FollowState): string {
  const cause = error?.code ? error.userText : 'Connection lost.';
  if (status === 'waiting') return `${cause} Trying again in ${Math.ceil(pauseMs / 1_000)} s.`;
  if (status === 'failed') return cause;
  return status === 'live' ? 'Connected.' : 'Connecting …';
}

/** The style sheet draws the outlines of cards. */
export const Loading = ({ what }: { what: string }) => <output>Loading {what} …</output>;

/** A value of an enum, in its color. */
export const Badge = ({ kind }: { kind: string | null | undefined }) => (
  <span className="badge" data-kind={kind}>
    {words(kind)}
  </span>
);

/** The initials of a name, in one of six colors. */
export function Avatar({ name }: { name: string | null | undefined }) {
  const [first = '?', second] = (name ?? '').match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  const color = new TextEncoder().encode(name ?? '').reduce((sum, byte) => sum + byte, 0) % 6;
  return <span className="avatar" data-color={color} data-text={first + (second ?? '')} />;
}

/** A day as on a calendar that hangs on a wall. The text beside it says the same. */
export function DateTile({ at }: { at: string | null | undefined }) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    at ? new Date(at).toLocaleString([], options) : '';
  return (
    <span className="date" aria-hidden="true">
      <span>{part({ month: 'short' })}</span>
      <b>{at ? part({ day: 'numeric' }) : '∞'}</b>
      <span>{part({ weekday: 'short' })}</span>
    </span>
  );
}

/** A number, as the language of the browser groups its digits. */
export const numberText = (value: string | null | undefined): string =>
  value == null ? '–' : BigInt(value).toLocaleString();

/** A text of a form. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A control with its label. */
export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <label>
    <span>{label}</span> {children}
  </label>
);

type InputProps = ComponentProps<'input'> & { label: string };

export const Input = ({ label, ...props }: InputProps) => (
  <Field label={label}>
    <input dir="auto" {...props} />
  </Field>
);

const visibilities: readonly PrivacyStatus[] = ['PRIVATE', 'UNLISTED', 'PUBLIC'];

/** The visibility of a new video or broadcast, as `privacy` of its form. */
export const Visibility = () => (
  <Field label="Visibility">
    <select name="privacy">
      {visibilities.map((value) => (
        <option key={value} value={value}>
          {words(value)}
        </option>
      ))}
    </select>
  </Field>
);

/** A date and time in the language of the browser. */
export function Time({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="soft">no date</span>;
  const text = new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={at}>{text}</time>;
}

/** A value of an enum in words: `LIVE_STARTING` is "Live starting". */
export function words(value: string | null | undefined): string {
  const text = (value ?? 'unknown').toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
