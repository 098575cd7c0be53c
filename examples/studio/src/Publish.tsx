/** Publishes a file of Google Drive as a video, and shows the progress. */
import { useMutation, useQuery } from '@apollo/client/react';
import type { Client } from 'graphql-ws';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Files, Publish as document, PublishSteps } from './documents';
import { textFor } from './errors';
import { connecting, follow } from './follow';
import type { FilesQuery, PrivacyStatus, PublishStepsSubscription } from './generated/graphql';
import { Input, List, Outcome, textOf, Time, Visibility, words } from './parts';

type File = NonNullable<FilesQuery['files']>['edges'][number]['node'];

export function Publish({ isShown, webSocket }: { isShown: boolean; webSocket: Client }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const result = useQuery(Files, { variables: { name }, skip: !isShown });
  const onSearch = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = textOf(new FormData(event.currentTarget), 'name');
    if (text === name) void result.refetch();
    setName(text);
  };
  return (
    <section aria-label="Publish a file">
      <h2>Publish a file as a video</h2>
      <form role="search" onSubmit={onSearch}>
        <Input label="Begin of a word of the name" name="name" type="search" />
        <button>Search</button>
      </form>
      <List
        what="video files"
        list={result.data?.files}
        result={result}
        load={(after) => result.fetchMore({ variables: { after } })}
      >
        {(node) => (
          <div className="row file">
            <button aria-pressed={node.id === file?.id} onClick={() => setFile(node)}>
              {node.name}
            </button>
            <span>{megabytes(node.size)}</span> <Time at={node.modifiedAt} />
            {node.video ? <span data-icon="done">is the video “{node.video.title}”</span> : null}
          </div>
        )}
      </List>
      {file ? (
        <PublishForm key={file.id} file={file} webSocket={webSocket} onDone={result.refetch} />
      ) : null}
    </section>
  );
}

const megabytes = (bytes: string | null | undefined): string =>
  bytes == null
    ? '? MB'
    : `${(Number(bytes) / 1_000_000).toLocaleString([], { maximumFractionDigits: 1 })} MB`;

type FormProps = { file: File; webSocket: Client; onDone: () => unknown };

function PublishForm({ file, webSocket, onDone }: FormProps) {
  const [publish, { data, error, loading }] = useMutation(document);
  const [progress, setProgress] = useState<PublishStepsSubscription['publicationProgress']>();
  const [state, setState] = useState(connecting);
  const watching = useRef<AbortController>(undefined);
  const stop = (): void => watching.current?.abort();
  useEffect(() => stop, []);
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setProgress(undefined);
    stop();
    watching.current = new AbortController();
    const { signal } = watching.current;
    // Steps are reported from the first event on: a short publication could end before it.
    await new Promise<void>((resolve) => {
      void follow(webSocket, {
        document: PublishSteps,
        variables: () => ({ fileId: file.id }),
        onData: ({ publicationProgress }) => {
          setProgress(publicationProgress);
          if (publicationProgress.step === 'FAILED') stop();
          if (publicationProgress.step === 'FINISHED') void onDone();
        },
        onState: (next) => {
          setState(next);
          if (next.kind !== 'connecting') resolve();
        },
        signal,
      });
    });
    const title = textOf(form, 'title');
    const privacyStatus = form.get('privacy') as PrivacyStatus;
    const result = await publish({
      variables: { input: { fileId: file.id, title, privacyStatus } },
    });
    if (result.data?.publishFileAsVideo?.errors.length !== 0) stop();
  };
  const payload = data?.publishFileAsVideo;
  const step = progress?.step ?? 'SUBSCRIBED';
  const isEnded = step === 'FINISHED' || step === 'FAILED';
  const total = Number(progress?.totalBytes ?? 1);
  return (
    <div className="panel">
      <h3>{file.name}</h3>
      <form onSubmit={(event) => void onSubmit(event)}>
        <Input
          label="Title of the video"
          name="title"
          defaultValue={(file.name ?? '').replace(/\.\w+$/, '')}
          maxLength={100}
          required
        />
        <Visibility />
        <button disabled={loading || (payload?.errors.length === 0 && !isEnded)}>
          {step === 'FAILED' ? 'Continue' : 'Publish'}
        </button>
      </form>
      <Outcome error={error} payload={payload} />
      {progress ? (
        <>
          <p role="status">{step === 'SUBSCRIBED' ? 'Starting' : words(step)}</p>
          <progress
            aria-label="Progress of the publication"
            max={total}
            value={step === 'FINISHED' ? total : Number(progress.transferredBytes ?? 0)}
          />{' '}
          {progress.totalBytes
            ? `${megabytes(progress.transferredBytes)} of ${megabytes(progress.totalBytes)}`
            : ''}
        </>
      ) : null}
      {progress?.errorCode ? <p role="alert">{textFor(progress.errorCode)}</p> : null}
      {state.kind === 'waiting' || state.kind === 'failed' ? (
        <p role="alert">The progress is not shown: {state.text}</p>
      ) : null}
      {step === 'FINISHED' && progress?.video ? (
        <p data-icon="done">
          Published: <a href={progress.video.url}>{progress.video.title}</a>
        </p>
      ) : null}
    </div>
  );
}
