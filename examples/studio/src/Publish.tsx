/** Publishes a file of Google Drive as a video, and shows the progress. */
import { type FormEvent, useState } from 'react';
import { toGatewayError } from 'studiograph/client';
import { useFollow, usePages, useRequest } from 'studiograph/react';
import { Files, Publish as document, PublishSteps } from './documents';
import type { FilesQuery, PrivacyStatus, PublishStepsSubscription } from './generated/graphql';
import { Errors, followText, Input, List, textOf, Time, Visibility, words } from './parts';

type File = NonNullable<FilesQuery['files']>['edges'][number]['node'];

export function Publish({ isShown }: { isShown: boolean }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const result = usePages(Files, { name }, ({ files }) => files, { skip: !isShown });
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
        <Input label="Name, or how a word in it begins" name="name" type="search" />
        <button>Search</button>
      </form>
      <List what="video files" result={result}>
        {(node) => (
          <div className="row file">
            <button aria-pressed={node.id === file?.id} onClick={() => setFile(node)}>
              {node.name}
            </button>
            <span>{sizeText(node.size)}</span> <Time at={node.modifiedAt} />
            {node.video ? <span data-icon="done">is the video “{node.video.title}”</span> : null}
          </div>
        )}
      </List>
      {file ? <PublishForm key={file.id} file={file} onDone={result.refetch} /> : null}
    </section>
  );
}

function sizeText(bytes: string | null | undefined): string {
  if (bytes == null) return '? MB';
  const megabytes = Number(bytes) / 1_000_000;
  const [value, unit] = megabytes < 1000 ? [megabytes, 'MB'] : [megabytes / 1000, 'GB'];
  return `${value.toLocaleString([], { maximumFractionDigits: 1 })} ${unit}`;
}

function PublishForm({ file, onDone }: { file: File; onDone: () => unknown }) {
  const [publish, { data, error, isLoading }] = useRequest(document);
  const [progress, setProgress] = useState<PublishStepsSubscription['publicationProgress']>();
  const steps = useFollow(PublishSteps, undefined, (event) => {
    const { publicationProgress } = event.data;
    setProgress(publicationProgress);
    if (publicationProgress.step === 'FAILED') steps.stop();
    if (publicationProgress.step === 'FINISHED') void onDone();
  });
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setProgress(undefined);
    // Steps are reported from the first event on: a short publication could end before it.
    await steps.follow({ fileId: file.id });
    const title = textOf(form, 'title');
    const privacyStatus = form.get('privacy') as PrivacyStatus;
    const input = { fileId: file.id, title, privacyStatus };
    // Its directive `@effect` says that it may be sent twice.
    const outcome = await publish({ input }, { repeatable: true });
    if (outcome.error) steps.stop();
  };
  const step = progress?.step ?? 'SUBSCRIBED';
  const isEnded = step === 'FINISHED' || step === 'FAILED';
  const isRunning = steps.status === 'connecting' || (data && !error && !isEnded);
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
        <button disabled={isLoading || isRunning}>
          {step === 'FAILED' ? 'Continue' : 'Publish'}
        </button>
      </form>
      <Errors error={error} />
      {progress ? (
        <>
          <p role="status">{step === 'SUBSCRIBED' ? 'Starting' : words(step)}</p>
          <progress
            aria-label="Progress of the publication"
            max={total}
            value={step === 'FINISHED' ? total : Number(progress.transferredBytes ?? 0)}
          />{' '}
          {progress.totalBytes
            ? `${sizeText(progress.transferredBytes)} of ${sizeText(progress.totalBytes)}`
            : ''}
        </>
      ) : null}
      {progress?.errorCode ? <p role="alert">{toGatewayError(progress).userText}</p> : null}
      {steps.error ? <p role="alert">The progress is not shown: {followText(steps)}</p> : null}
      {step === 'FINISHED' && progress?.video ? (
        <p data-icon="done">
          Published: <a href={progress.video.url}>{progress.video.title}</a>
        </p>
      ) : null}
    </div>
  );
}
