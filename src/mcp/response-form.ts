/** In which forms a client takes responses. */

export interface ResponseForms {
  /** Whether it takes JSON. */
  readonly isJson: boolean;
  /** Whether it takes a stream of events. */
  readonly isStream: boolean;
}

/**
 * The protocol demands that clients name both forms, but many name one, or none.
 * @param accept the header; a wildcard is no word for streams, which who sends it rarely reads
 */
export function responseForms(accept = ''): ResponseForms {
  const names = accept
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]!.trim());
  const isStream = names.includes('text/event-stream');
  const isJson =
    !isStream || names.some((name) => /^(?:application\/(?:json|\*)|\*\/\*)$/.test(name));
  return { isJson, isStream };
}
