/** Responses that have one answer after another, and no end of their own. */

/** How the answers of a stream are framed. Google's pages do not say it. */
export const streamForms = ['array', 'lines', 'events'] as const;

/** What a test can set; no page says any of it, so all of it is assumed. */
export interface StreamModel {
  form: (typeof streamForms)[number];
  /** Milliseconds between two signs of life; 0: none. */
  heartbeatMs: number;
  /** Bytes after which the connection breaks; 0: it does not. */
  cutAfterBytes: number;
  /** Bytes after which nothing more comes over the open connection; 0: there is no such end. */
  silentAfterBytes: number;
  /** Milliseconds after which the response ends as it should; 0: it does not. */
  endAfterMs: number;
}

/** Google's own services that stream JSON over HTTP send an array. */
export const defaultStreamModel: StreamModel = {
  form: 'array',
  heartbeatMs: 0,
  cutAfterBytes: 0,
  silentAfterBytes: 0,
  endAfterMs: 0,
};

/** A handler returns it instead of a resource. */
export interface StreamAnswers {
  readonly model: StreamModel;
  /**
   * @returns the next answer, null if there is none now; undefined: the response ends
   * @throws ApiError if the caller may not read any longer
   */
  readonly next: () => object | null | undefined;
}

/** The class tells a stream from a resource. */
export class StreamResponse {
  readonly answers: StreamAnswers;

  constructor(answers: StreamAnswers) {
    this.answers = answers;
  }
}
